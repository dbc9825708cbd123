"use strict";
// The list of cases. Whatever came from a model, a document or a judge is put into the page as text only (textContent).
(() => {
  const PAGE = 50;
  const MARK = "#case="; // in an address, before the name of a case that is to be open
  const SHOWN = 20000; // characters of a text that are shown at once
  const data = JSON.parse(document.getElementById("case-data").textContent);
  const columns = data.columns;
  const total = columns.item.length;
  const byId = (id) => document.getElementById(id);
  const body = byId("case-rows");
  const heads = Array.from(document.querySelectorAll("#case-table th[data-column]"));
  const filters = Array.from(document.querySelectorAll("#case-filters select"));
  let order = [];
  let page = 0;
  let sorted = { column: "item", descending: false };

  const make = (tag, text, attributes) => {
    const element = document.createElement(tag);
    if (text !== undefined && text !== null) element.textContent = text;
    for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
    return element;
  };
  const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

  // -- details, loaded when a case is opened ----------------------------------------------------------------------------------

  const parts = data.first.map(() => null);
  const arrived = new Map();
  window.lcbenchDetails = (digest, number, text) => {
    if (digest === data.digest) arrived.set(number, JSON.parse(text));
  };
  const load = (number) => {
    if (parts[number] === null) {
      parts[number] = new Promise((resolve, reject) => {
        const script = make("script");
        script.onload = () => (arrived.has(number) ? resolve(arrived.get(number)) : reject(new Error("foreign details")));
        script.onerror = () => reject(new Error("no details"));
        script.src = `${data.folder}/${String(number).padStart(4, "0")}.js`;
        document.head.append(script);
      });
      parts[number].catch(() => { parts[number] = null; });
    }
    return parts[number];
  };
  const partOf = (index) => {
    let low = 0;
    let high = data.first.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (data.first[middle] <= index) low = middle; else high = middle - 1;
    }
    return low;
  };

  const longText = (text, kind) => {
    const box = make("div");
    if (kind === "note") {
      box.append(make("p", text, { class: "muted" }));
      return box;
    }
    // A cut must not part the two halves of a character.
    const cut = text.length > SHOWN ? text.slice(0, SHOWN).replace(/[\ud800-\udbff]$/, "") : text;
    const pre = make("pre", cut, { class: kind, tabindex: "0", dir: "auto" });
    box.append(pre);
    if (text.length > SHOWN) {
      const more = make("button", `Show all ${count(text.length)} characters`, { type: "button", class: "more" });
      more.addEventListener("click", () => { pre.textContent = text; more.remove(); pre.focus(); });
      box.append(more);
    }
    return box;
  };
  const ledger = (documents) => {
    const table = make("table", null, { class: "texts" });
    table.append(make("caption", "Ledger of the case's documents, in order; their texts are not part of a report"));
    const head = make("tr");
    for (const name of ["document", "sha-256"]) head.append(make("th", name, { scope: "col" }));
    for (const name of ["tokens", "kept"]) head.append(make("th", name, { scope: "col", class: "number" }));
    const top = make("thead");
    top.append(head);
    const rows = make("tbody");
    for (const [name, hash, tokens, kept] of documents) {
      const row = make("tr");
      row.append(make("th", name, { scope: "row" }));
      const cell = make("td");
      cell.append(make("code", hash));
      row.append(cell, make("td", tokens, { class: "number" }), make("td", kept, { class: "number" }));
      rows.append(row);
    }
    table.append(top, rows);
    return table;
  };
  const fill = (box, detail, index) => {
    const facts = make("dl");
    for (const [name, value] of detail.facts) {
      const pair = make("div");
      pair.append(make("dt", name), make("dd", value));
      facts.append(pair);
    }
    const texts = detail.texts.flatMap(([name, text, kind]) => [make("h4", name), longText(text, kind)]);
    const link = make("a", "Link to this case", { href: MARK + encodeURIComponent(columns.item[index]) });
    box.replaceChildren(...texts, make("h4", "Facts"), facts, link);
    if (detail.documents.length) box.append(make("h4", `Documents: ${count(detail.documents.length)}`), ledger(detail.documents));
  };
  // On a narrow screen some columns are not there, and a cell that spans more than there are would make new ones.
  const width = () => heads.filter((head) => getComputedStyle(head).display !== "none").length;
  window.addEventListener("resize", () => {
    for (const cell of body.querySelectorAll(".detail > td")) cell.colSpan = width();
  });
  const toggle = (button, row, index) => {
    const open = row.nextElementSibling;
    if (open !== null && open.classList.contains("detail")) {
      open.remove();
      button.setAttribute("aria-expanded", "false");
      button.removeAttribute("aria-controls");
      return;
    }
    const line = make("tr", null, { class: "detail", id: `detail-${index}` });
    const cell = make("td", null, { colspan: String(width()) });
    const box = make("div", "Loading …", { role: "region", "aria-label": `Details of ${columns.item[index]}` });
    cell.append(box);
    line.append(cell);
    row.after(line);
    button.setAttribute("aria-expanded", "true");
    button.setAttribute("aria-controls", line.id);
    const number = partOf(index);
    load(number).then(
      (details) => fill(box, details[index - data.first[number]], index),
      () => box.replaceChildren(make("p", `The details cannot be loaded: the folder ${data.folder} of this report must lie beside it.`, { class: "bad", role: "alert" })),
    );
  };

  // -- the list ---------------------------------------------------------------------------------------------------------------

  const line = (index) => {
    const row = make("tr");
    for (const head of heads) {
      const name = head.dataset.column;
      const cell = make(name === "item" ? "th" : "td", null, { class: head.className });
      if (name === "item") {
        cell.setAttribute("scope", "row");
        const button = make("button", columns.item[index], { type: "button", class: "open", "aria-expanded": "false" });
        button.addEventListener("click", () => toggle(button, row, index));
        cell.append(button);
        if (columns.preview[index]) cell.append(make("span", columns.preview[index], { class: "preview", dir: "auto" }));
      } else if (name in data.labels) {
        cell.textContent = data.labels[name][columns[name][index]];
        if (name === "state") cell.classList.add(`s-${cell.textContent}`);
      } else {
        cell.textContent = columns[`${name}_text`][index];
      }
      row.append(cell);
    }
    return row;
  };
  const show = () => {
    const pages = Math.max(1, Math.ceil(order.length / PAGE));
    page = Math.min(Math.max(page, 0), pages - 1);
    const shown = order.slice(page * PAGE, (page + 1) * PAGE);
    body.replaceChildren(...shown.map(line));
    const of = order.length === total ? `${count(total)} cases` : `${count(order.length)} of ${count(total)} cases`;
    const status = order.length ? `${count(page * PAGE + 1)} to ${count(page * PAGE + shown.length)} of ${of}` : `no case of ${count(total)} fits the filters`;
    for (const output of document.querySelectorAll(".pager output")) output.textContent = status;
    for (const button of document.querySelectorAll(".pager [data-step]")) {
      button.disabled = Number(button.dataset.step) < 0 ? page === 0 : page >= pages - 1;
    }
  };
  const haystacks = [];
  const haystack = (index) => {
    if (haystacks[index] === undefined) {
      const labels = Object.keys(data.labels).map((name) => data.labels[name][columns[name][index]]);
      haystacks[index] = [columns.item[index], columns.search[index], ...labels].join("\n").toLowerCase();
    }
    return haystacks[index];
  };
  const bound = (id) => {
    const value = byId(id).value.trim();
    return value === "" || Number.isNaN(Number(value)) ? null : Number(value);
  };
  const refresh = () => {
    const words = byId("filter-text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = filters.filter((select) => select.value !== "").map((select) => [columns[select.dataset.column], Number(select.value)]);
    const least = bound("filter-least");
    const most = bound("filter-most");
    const fits = (index) => {
      if (chosen.some(([column, value]) => column[index] !== value)) return false;
      const points = columns.points[index];
      if ((least !== null || most !== null) && points === null) return false;
      if ((least !== null && points < least) || (most !== null && points > most)) return false;
      return words.length === 0 || words.every((word) => haystack(index).includes(word));
    };
    order = Array.from({ length: total }, (_, index) => index).filter(fits);
    if (sorted.column !== "item") {
      const values = columns[sorted.column];
      const sign = sorted.descending ? -1 : 1;
      // What is unknown comes last either way; equals keep the order of the report.
      order.sort((a, b) => {
        if (values[a] === null || values[b] === null) return (values[a] === null) - (values[b] === null) || a - b;
        return sign * (values[a] - values[b]) || a - b;
      });
    } else if (sorted.descending) order.reverse();
    show();
  };
  const restart = () => { page = 0; refresh(); };

  for (const head of heads) {
    head.querySelector("button").addEventListener("click", () => {
      const column = head.dataset.column;
      sorted = { column, descending: sorted.column === column && !sorted.descending };
      for (const other of heads) {
        other.setAttribute("aria-sort", other !== head ? "none" : sorted.descending ? "descending" : "ascending");
      }
      restart();
    });
  }
  byId("case-filters").addEventListener("input", restart);
  byId("case-filters").addEventListener("submit", (event) => event.preventDefault());
  byId("case-filters").addEventListener("reset", () => setTimeout(restart, 0));
  for (const button of document.querySelectorAll(".pager [data-step]")) {
    button.addEventListener("click", () => {
      page += Number(button.dataset.step);
      show();
      byId("cases").scrollIntoView({ block: "start" });
    });
  }
  const follow = () => {
    if (!location.hash.startsWith(MARK)) return;
    let name;
    try {
      name = decodeURIComponent(location.hash.slice(MARK.length));
    } catch {
      return; // an address that somebody cut
    }
    const index = columns.item.indexOf(name);
    if (index < 0) return;
    if (!order.includes(index)) {
      // Not by reset(): its event comes back later and would draw the list anew.
      for (const field of byId("case-filters").querySelectorAll("input, select")) field.value = "";
      refresh();
    }
    const place = order.indexOf(index);
    page = Math.floor(place / PAGE);
    show();
    const button = body.querySelectorAll(".open")[place % PAGE];
    button.click();
    button.focus({ preventScroll: true });
    button.scrollIntoView({ block: "start" });
  };
  window.addEventListener("hashchange", follow);
  refresh();
  byId("case-list").hidden = false;
  performance.mark("list-usable");
  follow();
})();

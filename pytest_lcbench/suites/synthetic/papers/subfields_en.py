"""The English subfields, and the words that all of them share."""

# ruff: noqa: E501, SIM905 - lists of words read best as text

from __future__ import annotations

from pytest_lcbench.suites.synthetic.papers.subfields import Subfield, subfield

SUBFIELDS: tuple[Subfield, ...] = (
    subfield(
        "archive search",
        tasks="passage retrieval; archive search; query rewriting; evidence ranking; duplicate detection; index pruning",
        heads="hints; query expansions; late interactions; term weights; ranking losses; hard negatives; document sketches;"
        " relevance filters; index updates; passage summaries; vocabulary gates; pooling rules",
        units="queries; passages; query logs; relevance labels; scanned pages",
        settings="parish registers; newspaper archives; ministry files; bilingual catalogues; court transcripts; oral history collections",
        conditions="vocabulary drift; noisy transcription; shrinking indexes; rare names; tight latency limits; delayed updates",
        resources="click logs; judged pairs; synonym lists; expert queries; page scans; translated titles",
        parts="query encoder; passage encoder; term gate; index shard; reranker; pooling layer; hint table; negative sampler",
        failures="near-duplicate passages; spelling variants; truncated names; abbreviations of offices; questions with two readings;"
        " passages split over two pages; dates in the old calendar",
        measures="Recall@20; nDCG@10; MRR; Success@5",
        sources="county archives; a newspaper archive; four ministry registries; a tax office; a regional library",
    ),
    subfield(
        "speech segmentation",
        tasks="speaker diarisation; turn segmentation; overlap detection; dialect identification; speech alignment; pause labelling",
        heads="boundary models; speaker sketches; turn memories; spectral masks; overlap decoders; clustering rules; voice prototypes;"
        " attention windows; prosody cues; pause priors; channel adapters; segment graphs",
        units="utterances; turns; recordings; speaker pairs; speech excerpts",
        settings="call centres; village meetings; ward rounds; classroom recordings; radio debates; field interviews",
        conditions="heavy overlap; far-field microphones; unseen dialects; short turns; codec changes; background music",
        resources="speaker labels; aligned transcripts; enrolment clips; lip tracks; room recordings; pronunciation lists",
        parts="frame encoder; boundary head; speaker memory; overlap gate; clustering stage; channel adapter; decoder; smoothing filter",
        failures="laughs between turns; back-channels of one syllable; speakers of one family; clipped turn endings;"
        " interpreters speaking over the witness; long silences; voices from the next room",
        measures="boundary F1; turn accuracy; label purity; coverage",
        sources="three call centres; a regional broadcaster; a county hospital; a town council; a dialect survey office",
    ),
    subfield(
        "program repair",
        tasks="program repair; fault localisation; patch ranking; test generation; type recovery; commit summarisation",
        heads="edit templates; execution traces; patch sketches; test oracles; search heuristics; repair grammars; type hints;"
        " slicing rules; mutation operators; review signals; call graphs; decoding constraints",
        units="bugs; patches; functions; commits; failing tests",
        settings="legacy codebases; embedded firmware; student assignments; build scripts; numerical libraries; spreadsheet macros",
        conditions="missing tests; flaky builds; renamed identifiers; partial traces; small edit budgets; mixed dialects",
        resources="passing tests; code reviews; bug reports; commit messages; stack traces; hand-written patches",
        parts="fault locator; edit decoder; trace encoder; patch filter; type checker; ranking head; slice builder; test runner",
        failures="patches that delete the failing call; off-by-one loops; copied blocks edited once; silent type coercions;"
        " tests that pass by chance; macros expanded twice; errors swallowed by handlers",
        measures="plausible-patch rate; Top-5 location; exact match; repair rate",
        sources="a firmware project; two schools; a bank's software department; a numerical software group; a package registry",
    ),
    subfield(
        "drift forecasting",
        tasks="drift forecasting; current estimation; buoy gap filling; eddy tracking; wave nowcasting; spill mapping",
        heads="transport kernels; ensemble filters; residual fields; graph propagators; tide encodings; wind corrections; basis expansions;"
        " particle smoothers; mesh refinements; error envelopes; spectral blocks; assimilation steps",
        units="drifter tracks; grid cells; buoy hours; satellite passes; forecast days",
        settings="marginal seas; river mouths; ice edges; shelf waters; island wakes; fjords",
        conditions="sparse observations; sudden storms; sensor gaps; coarse wind fields; weak stratification; changing coastlines",
        resources="drifter releases; radar maps; tide gauges; model reanalyses; ship logs; float profiles",
        parts="transport layer; wind branch; residual head; tide encoder; assimilation step; mesh adapter; error model; particle filter",
        failures="drifters that ran aground; eddies that split; clock errors of buoys; cloud gaps; tidal reversals at the river mouth;"
        " duplicated satellite passes; fishing nets that tow a buoy",
        measures="track skill; hit rate at 10 km; field correlation; ensemble coverage",
        sources="a coast guard; a float programme office; two harbour authorities; a fisheries survey; a polar station",
    ),
    subfield(
        "crop imaging",
        tasks="leaf disease grading; yield mapping; weed segmentation; canopy counting; ripeness estimation; pest localisation",
        heads="texture priors; spectral indices; label cleanings; season adapters; patch mixtures; growth curves; attention maps;"
        " drone mosaics; scale pyramids; colour calibrations; field prototypes; weak labels",
        units="leaf images; plots; drone flights; field rows; annotated lesions",
        settings="hillside orchards; greenhouse rows; rain-fed fields; terraced paddies; seed nurseries; mixed stands",
        conditions="low sun; mixed cultivars; early infection; leaf overlap; camera changes; drought stress",
        resources="expert grades; spectral plates; harvest weights; field maps; phone photographs; weather records",
        parts="texture branch; season adapter; scale pyramid; label filter; colour module; counting head; patch sampler; field memory",
        failures="dew drops taken for lesions; shadows of wires; soil splashes; double infections of one leaf; mislabelled cultivars;"
        " blurred edges of the mosaic; specks on the lens",
        measures="grade accuracy; mean IoU; macro F1; count agreement",
        sources="two experimental farms; a growers' cooperative; an extension service; a plant clinic; a seed company",
    ),
    subfield(
        "battery diagnostics",
        tasks="capacity estimation; ageing prediction; fault warning; cell matching; charge planning; impedance reconstruction",
        heads="relaxation features; charge fragments; ageing embeddings; transfer maps; physics penalties; voltage windows; cell graphs;"
        " calendar models; pulse tests; feature banks; uncertainty bands; surrogate circuits",
        units="cells; charge cycles; packs; vehicle days; pulse responses",
        settings="delivery fleets; second-life storage; depot chargers; grid containers; e-bike packs; winter operation",
        conditions="partial charging; cold starts; mixed chemistries; missing currents; irregular rests; sensor drift",
        resources="reference cycles; teardown reports; temperature logs; pulse measurements; fleet records; factory tests",
        parts="fragment encoder; ageing head; temperature branch; physics term; window selector; cell memory; rest detector; calibration layer",
        failures="cells replaced without a note; rests cut short; swapped channels; plateaus of the voltage curve; loose contacts;"
        " heaters running during the test; capacity recoveries after storage",
        measures="hit rate within 2 %; explained variance; warning precision; rank agreement",
        sources="a bus operator; a parcel fleet; a storage plant; three cycling laboratories; an e-bike rental firm",
    ),
    subfield(
        "seismic monitoring",
        tasks="phase picking; event association; tremor detection; depth estimation; noise removal; magnitude calibration",
        heads="waveform templates; station graphs; coda features; travel-time priors; denoising masks; pick consistency checks; array stacks;"
        " frequency gates; source encodings; waveform augmentations; residual corrections; matched filters",
        units="waveforms; picks; events; station days; event pairs",
        settings="volcanic islands; mining districts; ocean bottom networks; reservoir regions; subduction margins; city basins",
        conditions="low signal levels; moving stations; overlapping events; clock drift; traffic noise; sparse networks",
        resources="analyst picks; blast catalogues; station logs; velocity models; reference events; cable recordings",
        parts="waveform encoder; pick head; association stage; station embedding; noise gate; depth branch; stacking layer; catalogue filter",
        failures="quarry blasts; doublets; converted phases; station visits by technicians; storms at sea; reversed polarities;"
        " events at the edge of the network",
        measures="pick F1; association recall; catalogue precision; depth hit rate",
        sources="a national network; two volcano observatories; a mine operator; a marine institute; a dam authority",
    ),
    subfield(
        "handwriting transcription",
        tasks="line transcription; script identification; layout parsing; writer retrieval; word spotting; marginalia linking",
        heads="stroke priors; language adapters; line normalisers; glyph prototypes; page graphs; ink filters; decoder lexicons;"
        " baseline detectors; synthetic hands; alignment losses; script gates; reading orders",
        units="text lines; pages; word images; hands; ledgers",
        settings="merchant ledgers; monastery account books; ship journals; notary files; school exercise books; botanical labels",
        conditions="faded ink; bleed-through; mixed scripts; unknown abbreviations; torn margins; scarce samples",
        resources="transcribed pages; letter tables; date lists; synthetic lines; name registers; reader corrections",
        parts="line encoder; glyph memory; lexicon decoder; layout head; ink branch; writer adapter; order module; normaliser",
        failures="superscript endings; struck-out words; ligatures split in two; numerals written as letters; lines that run uphill;"
        " ink traces from the other side; notes added by a later hand",
        measures="line accuracy; word accuracy; spotting mAP; layout IoU",
        sources="a municipal archive; two abbeys; a maritime museum; a notary chamber; a herbarium",
    ),
)

QUALIFIERS: tuple[str, ...] = tuple(
    "staggered sparse hierarchical calibrated two-stage contrastive incremental robust lightweight shared adaptive latent guided"
    " multi-scale delayed coarse-to-fine self-checking uncertainty-aware weakly-supervised transferable compact differentiable"
    " conditional factorised order-aware regularised episodic modular anchored reversible streaming local paired bounded cyclic"
    " tree-shaped corrective gradual selective cross-site".split()
)

NAMES: tuple[str, ...] = tuple(
    "Lantern Quill Harrow Tern Brindle Osprey Cobble Marrow Thicket Sable Ferrule Gantry Plover Hearth Trellis Bramble Causeway Lodestar"
    " Spindle Cairn Juniper Kestrel Pewter Rivulet Saltmarsh Tinder Umber Vellum Wicket Yarrow Zephyr Almanac Bellows Cistern Dovetail"
    " Eaves Fathom Gimlet Halyard Inkwell Jetty Keelson Lattice Mullion Nettle Oxbow Parapet Quoin Rafter Scullion Turnstile Undertow"
    " Viaduct Weir Anvil Burdock Cormorant Dogwood Estuary Foxglove Garnet Hornbeam Ironbark Jackdaw Kiln Larkspur Millrace Nightjar"
    " Orrery Pantile Quarry Rushlight Sextant Teasel Updraft Verge Windlass Yawl Alder Beacon Cinder Drumlin".split()
)

PLACE_STARTS: tuple[str, ...] = tuple(
    "Alder Bren Cald Dorn Esk Fen Gar Hal Inver Kel Lind Mar Nor Ost Pel Quen Rav Sund Thorn Ulv Vest Wex Yar Zel Brack Cor".split()
)
PLACE_ENDS: tuple[str, ...] = tuple("mere wick holm stead ford by haven burg mouth field dale ness bridge more".split())
INSTITUTES: tuple[str, ...] = (
    "University of {p}",
    "{p} University",
    "{p} Institute of Technology",
    "{p} Polytechnic",
    "Technical University of {p}",
    "{p} Research Centre",
    "{p} College of Engineering",
    "Institute for Applied Sciences, {p}",
    "{p} National Laboratory",
    "School of Computing, {p}",
)

GIVEN: tuple[str, ...] = tuple(
    "Ada Bruno Carla Daan Elif Farid Greta Hugo Ines Jonas Katya Leif Mira Nadia Otto Petra Quentin Rosa Selim Tara Ulla Viktor Wanda"
    " Xenia Yusuf Zora Anselm Britta Cosmo Delia Emeka Fenna Goran Hilde Ilya Jutta Kofi Lena Marek Noor Oskar Paula Rafael Sanne Tomas"
    " Ursula Vera Wim Yara Aiko Benoit Chiara Dmitri Esther Felix Gita Hanna Imran".split()
)
FAMILY_STARTS: tuple[str, ...] = tuple(
    "Ard Bel Cast Dre Eng Fal Gros Hav Ist Jor Kal Lor Mont Nest Ol Pra Rost Sal Tem Ur Val Wes Yor Zan Berg Crow Dal Fern Hol Kir".split()
)
FAMILY_ENDS: tuple[str, ...] = tuple(
    "ani berg court dahl elli ford grave holt ini jev kamp land mann nova oy quist rand sen strom tano ulis ver wood yan zic".split()
)

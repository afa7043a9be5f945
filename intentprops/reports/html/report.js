"use strict";
// Filters, the side panel, the language of the page. All it shows comes from the page itself; nothing is loaded.
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const words = JSON.parse($("#words").textContent);
  const page = document.documentElement;
  page.classList.add("js");
  let tongue = page.lang, written = tongue;

  // -- the language of the page

  function translate(root) {
    const word = (key) => words[key]?.[tongue === "ru" ? 1 : 0];
    for (const node of $$("[data-t]", root)) node.textContent = word(node.dataset.t) ?? node.textContent;
    for (const node of $$("[data-t-label]", root)) node.setAttribute("aria-label", word(node.dataset.tLabel));
  }
  function speak(language) {
    tongue = page.lang = language;
    for (const button of $$("[data-tongue]")) button.setAttribute("aria-pressed", String(button.dataset.tongue === tongue));
    if (written !== tongue) translate(document);
    written = tongue;
  }
  for (const button of $$("[data-tongue]")) button.addEventListener("click", () => speak(button.dataset.tongue));
  speak(tongue);

  // -- filters

  const table = $("#cells"), filters = $("#filters");
  const rows = table ? $$("tr[data-q]", table).map((row) => ({ row, cells: $$("td.cell", row) })) : [];
  const has = (value, list) => !value || (list ?? "").split("|").includes(value);

  function filter() {
    const asked = Object.fromEntries(new FormData(filters));
    const text = (asked.q ?? "").trim().toLowerCase();
    const compared = table.classList.contains("compared");
    let shown = 0;
    for (const { row, cells } of rows) {
      let fits = row.dataset.q.includes(text);
      if (compared) fits &&= Boolean(asked.all || text) || row.dataset.v !== "same";
      else {
        const fitting = cells.filter(({ dataset: d }) => has(asked.s, d.s) && has(asked.d, d.d) && has(asked.r, d.r) && has(asked.g, d.g));
        for (const cell of cells) cell.classList.toggle("dim", !fitting.includes(cell));
        fits &&= fitting.length > 0 && has(asked.k, row.dataset.k) && has(asked.o, row.parentElement.dataset.o);
      }
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const body of $$("tbody", table)) body.hidden = !$$("tr[data-q]", body).some((row) => !row.hidden);
    $("#shown-count").textContent = String(shown);
  }
  if (table) {
    filters.addEventListener("input", filter);
    filters.addEventListener("submit", (event) => event.preventDefault());
    filters.addEventListener("reset", () => setTimeout(filter));
    if (table.classList.contains("compared")) filter();
    table.addEventListener("keydown", walk);
  }

  // -- arrow keys in the matrix

  function walk(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const here = event.target.closest("td.cell");
    if (!step || !here) return;
    const visible = rows.filter(({ row }) => !row.hidden);
    let line = visible.findIndex(({ row }) => row === here.parentElement), column = visible[line].cells.indexOf(here);
    do {
      line += step[0];
      column += step[1];
      const link = visible[line]?.cells[column] && $("a", visible[line].cells[column]);
      if (link) {
        event.preventDefault();
        link.focus();
        return;
      }
    } while (visible[line]?.cells[column]);
  }

  // -- dialogues: in the page as they are, or packed

  const packs = new Map(), whereabouts = new Map();
  for (const cell of $$("td[data-pack]")) for (const id of cell.dataset.ids.split("|")) whereabouts.set(id, cell.dataset.pack);

  async function unpack(number) {
    const text = $(`#pack-${number}`).textContent;
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(stream).text());
  }
  async function dialogue(id) {
    const inline = document.getElementById(id);
    if (inline?.matches("#dialogues article")) {
      const copy = inline.cloneNode(true);
      copy.removeAttribute("id");
      return copy;
    }
    const number = whereabouts.get(id);
    if (number === undefined) return null;
    if (!packs.has(number)) packs.set(number, unpack(number));
    const { heads, bodies } = await packs.get(number);
    const [head, body] = heads[id];
    const article = document.createElement("article");
    article.innerHTML = head + bodies[body]; // written and escaped by the same templates as the page itself
    return article;
  }

  // -- the side panel

  const sheet = $("#sheet"), sheetBody = $("#sheet-body");
  const links = () => rows.filter(({ row }) => !row.hidden).flatMap(({ cells }) => cells.filter((cell) => !cell.matches(".passed, .not-run")));
  const target = (cell) => decodeURIComponent($("a", cell)?.hash.slice(1) ?? "");
  let opened = null;

  async function open(id) {
    const sides = table?.matches(".compared") ? ["A." + id.slice(2), "B." + id.slice(2)] : [id];
    const found = await Promise.all(sides.map(dialogue));
    if (!found.some(Boolean)) return false;
    sheetBody.replaceChildren(...found.map((article, index) => article ?? missing(sides[index])));
    sheet.classList.toggle("pair", found.length > 1);
    translate(sheetBody);
    $("#sheet-title").textContent = id;
    opened = id;
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
    const failing = links().map(target);
    $("#previous").disabled = $("#next").disabled = failing.every((other) => other === id);
    return true;
  }
  function missing(id) {
    const article = document.createElement("article");
    article.textContent = `${id}: ${words.not_run[tongue === "ru" ? 1 : 0]}`;
    return article;
  }
  function go(step) {
    const failing = links().map(target);
    if (!failing.length) return;
    const cell = (id) => id.replace(/__repeat-\d+$/, ""), at = failing.map(cell).indexOf(cell(opened));
    location.hash = encodeURIComponent(failing[(at + step + failing.length + (at < 0 && step < 0 ? 1 : 0)) % failing.length]);
  }
  async function follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id && (await open(id))) return;
    if (sheet.open) sheet.close();
  }
  sheet.addEventListener("close", () => {
    const id = opened;
    opened = null;
    history.replaceState(null, "", location.pathname + location.search);
    const cell = $$("td.cell a", table ?? document).find((link) => decodeURIComponent(link.hash.slice(1)) === id);
    cell?.focus();
  });
  sheet.addEventListener("click", (event) => {
    if (event.target === sheet) sheet.close();
  });
  $("#close").addEventListener("click", () => sheet.close());
  $("#previous").addEventListener("click", () => go(-1));
  $("#next").addEventListener("click", () => go(1));
  addEventListener("hashchange", follow);
  follow();

  // -- within a dialogue

  document.addEventListener("click", async (event) => {
    const jump = event.target.closest("[data-goto]"), copy = event.target.closest(".copy");
    if (jump) {
      const number = $(`.turn[data-turn="${CSS.escape(jump.dataset.goto)}"] .number`, jump.closest("article"));
      number?.scrollIntoView({ block: "start" });
      number?.focus({ preventScroll: true });
    }
    if (copy) {
      await write($("code", copy.parentElement));
      copy.dataset.t = "copied";
      translate(copy.parentElement);
      setTimeout(() => ((copy.dataset.t = "copy"), translate(copy.parentElement)), 1500);
    }
  });
  async function write(node) {
    try {
      await navigator.clipboard.writeText(node.textContent);
    } catch {
      getSelection().selectAllChildren(node);
      document.execCommand("copy");
    }
  }
})();

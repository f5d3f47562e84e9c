/* What a pair of eyes and a fingertip notice on a page. Each function is given the pad, or the element asked about. */
({
  /* [box, points, bonus] of every offered box that can be seen. */
  offers: (pad) => [...pad.querySelectorAll("[data-box]")].filter((box) => box.checkVisibility()).map((box) =>
    [box.dataset.box, Number(box.dataset.points), Number(box.querySelector("b")?.textContent ?? 0)]),

  /* [name, total, rank] of every line of the result. */
  ranks: (pad) => [...pad.querySelectorAll(".ranks li")].map((line) =>
    ["bdi", ".sum", ".rank"].map((part) => line.querySelector(part).textContent)),

  /* The faces in the slots, by the pips that are drawn. */
  dice: (pad) => [...pad.querySelectorAll("[data-slot]")].map((die) =>
    die.querySelector("use")?.getAttribute("href").slice(-1) ?? ".").join(""),

  /* Where a finger goes to touch it, and whether it would. */
  middle(element) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    return [x, y, element.contains(document.elementFromPoint(x, y))];
  },

  /* Keys of the tray that the screen does not hold. */
  below: (pad) => [...pad.querySelectorAll("#tray button")].filter((key) => key.checkVisibility())
    .filter((key) => key.getBoundingClientRect().bottom > innerHeight + 0.5)
    .map((key) => `key ${key.getAttribute("aria-label")} is below the screen`),

  /* Rows, cells of the mover and keys that are off the screen, covered or too low. */
  unseen(pad) {
    const edge = pad.querySelector(".sheet").getBoundingClientRect(), unseen = [];
    for (const row of pad.querySelectorAll("#sheet tr")) {
      const { top, bottom, height } = row.getBoundingClientRect();
      if (!height) continue;
      const name = row.querySelector("th").innerText.trim().split("\n")[0];
      const below = bottom - Math.min(edge.bottom, innerHeight);
      if (top < edge.top - 0.5) unseen.push(`row ${name} begins above the sheet`);
      if (below > 0.5) unseen.push(`row ${name} ends ${Math.ceil(below)} px below the edge`);
      if (height < 24 && !row.matches(".sums")) unseen.push(`row ${name} is only ${height} px high`);
    }
    const touch = (element, what) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const off = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
      if (off) unseen.push(`${what} is off the screen`);
      else if (!element.contains(hit)) unseen.push(`${what} lies under ${hit?.tagName}.${hit?.className}`);
    };
    for (const cell of pad.querySelectorAll("#sheet tbody td.mover")) {
      if (cell.checkVisibility()) touch(cell, "a cell of the mover");
    }
    for (const key of document.querySelectorAll("#tray button, #tray a, .bar button, .menu summary")) {
      if (key.checkVisibility()) touch(key, key.getAttribute("aria-label") ?? key.innerText);
    }
    if (document.documentElement.scrollHeight > innerHeight) unseen.push("the page scrolls");
    return unseen;
  },

  /* With a box chosen first: whether it and its points are in sight. */
  chosenUnseen(pad) {
    const tray = pad.querySelector(".tray.points").getBoundingClientRect(), unseen = [];
    const under = pad.querySelector("td.chosen").getBoundingClientRect().bottom - tray.top;
    const below = tray.bottom - innerHeight;
    if (under > 3) unseen.push(`the chosen box is ${Math.round(under)} px under the tray`);
    if (below > 1) unseen.push(`the tray ends ${Math.round(below)} px below the screen`);
    return unseen;
  },

  /* Points to choose whose keys are hard to hit. */
  smallChoices: (pad) => [...new Set([...pad.querySelectorAll(".grid button")]
    .filter((key) => key.offsetHeight < 44 || key.offsetWidth < (innerWidth > 320 ? 40 : 34))
    .map((key) => `points with ${key.offsetWidth} × ${key.offsetHeight} px are hard to hit`))],

  /* Words, figures and icons that stick out of their place, are cut there, or lie on one another. */
  cut(pad) {
    const faults = new Set(), drawn = [];
    const FRAMES = "th, td, button, a, p, h1";
    const hidden = (element) => {
      if (!element.checkVisibility()) return true;
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        const { display, visibility, clipPath } = getComputedStyle(at);
        if (display === "none" || visibility === "hidden" || clipPath !== "none") return true;
      }
      return false;
    };
    /* A line that a clamp takes away is not drawn; figures are left out of what is told. */
    const clamped = (owner, rect) => {
      for (let at = owner; at && at !== pad; at = at.parentElement) {
        const frame = at.getBoundingClientRect();
        const shown = Math.min(rect.bottom, frame.bottom) - Math.max(rect.top, frame.top);
        if (getComputedStyle(at).overflowY === "hidden" && !at.matches(".sheet") && shown < rect.height / 2) return true;
      }
      return false;
    };
    const draw = (owner, rect, name) => {
      if (rect.width && !clamped(owner, rect)) drawn.push({ owner, rect, name: name.replace(/\d/g, "#") });
    };
    const texts = document.createTreeWalker(pad, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode, owner = text.parentElement, range = document.createRange();
      if (!text.data.trim() || hidden(owner) || parseFloat(getComputedStyle(owner).fontSize) === 0) continue;
      if (owner.closest("p.line :is(bdi, small)")) continue; // ends in dots where it is too long
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) draw(owner, rect, `“${text.data.trim()}”`);
    }
    for (const icon of pad.querySelectorAll("svg.i")) {
      const name = icon.querySelector("use").getAttribute("href").split("#")[1];
      if (!hidden(icon)) draw(icon, icon.getBoundingClientRect(), `icon ${name}`);
    }
    const place = (owner) => {
      const frame = owner.closest(FRAMES), row = owner.closest("tr")?.querySelector("th").innerText.trim().split("\n")[0];
      return `${frame?.tagName.toLowerCase()}.${[...(frame?.classList ?? [])].join(".")}${row ? ` of row ${row}` : ""}`;
    };
    for (const { owner, rect, name } of drawn) {
      for (let at = owner; at && at !== pad && !at.matches(".sheet, #sheet, .tabs"); at = at.parentElement) {
        if (!at.matches("th, td, button, a, h1") && getComputedStyle(at).overflowX === "visible") continue;
        if (at.matches(".count")) break; // what was saved last may end in dots: the sheet has it whole
        if (at.matches(".who") && getComputedStyle(at).textOverflow === "ellipsis") break; // a tap tells it whole
        const frame = at.getBoundingClientRect();
        const over = Math.max(frame.left - rect.left, rect.right - frame.right);
        if (over > 1) faults.add(`${name} sticks ${Math.ceil(over)} px out of ${place(owner)}`);
      }
      const line = owner.closest("h1, .say");
      if (line?.clientWidth && line.scrollWidth > line.clientWidth + 1) faults.add(`${name} is cut in ${place(owner)}`);
    }
    drawn.forEach((one, at) => drawn.slice(at + 1).forEach((other) => {
      const frame = one.owner.closest(FRAMES);
      if (!frame || one.owner === other.owner || frame !== other.owner.closest(FRAMES)) return;
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const high = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      if (wide > 1.5 && high > Math.min(one.rect.height, other.rect.height) / 3) {
        faults.add(`${one.name} lies on ${other.name} by ${Math.ceil(wide)} × ${Math.ceil(high)} px in ${place(one.owner)}`);
      }
    }));
    return [...faults];
  },

  /* Words of a name in the tray that go on in the next line without a hyphen. */
  broken(pad) {
    const name = pad.querySelector("#tray .tag bdi"), found = [];
    for (const { 0: word, index } of name.textContent.matchAll(/[^\s-]+/g)) {
      const range = document.createRange();
      range.setStart(name.firstChild, index);
      range.setEnd(name.firstChild, index + word.length);
      if (range.getClientRects().length > 1) found.push(`${word} is broken`);
    }
    return found;
  },

  /* Figures that go on in the next line. */
  parted(page) {
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT), found = new Set();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.parentElement.checkVisibility() || text.parentElement.closest("[dir=ltr] > a")) continue; // an address
      for (const { 0: figure, index } of text.data.matchAll(/[−+]?\p{Nd}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + figure.length);
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) found.add(`${figure} is parted in .${text.parentElement.className}`);
      }
    }
    return [...found];
  },

  /* Names in the sheet's head that are shortened. */
  shortened: (pad) => [...pad.querySelectorAll(".name .who")]
    .filter((who) => who.scrollHeight > who.clientHeight + 2).map((who) => who.innerText),

  /* Width of every player's column. */
  widths: (pad) => [...pad.querySelectorAll("th.name")].map((name) =>
    [name.querySelector("bdi").textContent, Math.round(name.getBoundingClientRect().width)]),

  /* Where the sheet's cells, the slots and the top of the tray are. */
  places: (pad) => [...pad.querySelectorAll("#sheet th, #sheet td, [data-slot], #tray")].map((part) => {
    const { left, top, width } = part.getBoundingClientRect();
    const what = part.dataset.slot ?? (part.id || part.closest("tr").querySelector("th").innerText.trim().split("\n")[0]);
    return `${what} at ${Math.round(left)}, ${Math.round(top)}, ${Math.round(width)} px wide`;
  }),

  /* Whether the mover's whole column and the labels are inside the visible part of the sheet. */
  moverSeen(pad) {
    const rect = (selector) => pad.querySelector(selector).getBoundingClientRect();
    const sheet = rect(".sheet"), label = rect("tbody .label");
    return Math.abs(label.left - sheet.left) <= 1 && [rect("th.mover"), rect("tbody td.mover")].every((part) =>
      part.left >= label.right - 1 && part.right <= sheet.right + 1 && part.width >= 44);
  },

  /* What can be pressed but lies off the screen, under something else, or is smaller than a fingertip: 44 px on one side
     and 24 on the other; within a sheet a cell, 24; six dice have lower keys. What scrolls is brought into sight first, as a focus would. */
  async unpressable(root) {
    const found = new Set(), doc = document.documentElement;
    if (doc.scrollWidth > doc.clientWidth) found.add("the page scrolls sideways");
    for (const part of root.querySelectorAll("button, a[href], summary, select, input:not([type=hidden])")) {
      if (part.disabled || !part.checkVisibility() || (!part.labels?.length && getComputedStyle(part).opacity === "0")) continue;
      const cell = part.closest(".pad td"), frame = cell || (part.matches("[type=checkbox], [type=radio]") && part.labels?.[0]) || part, own = part.getAttribute("aria-label") ?? (part.innerText.trim() || part.name);
      const place = part.closest("[class], [id]")?.parentElement?.closest("[class], [id]"), told = part.className || `${own.replace(/[\p{Nd}\s]+/gu, " ")} in ${place?.className || place?.id}`;
      const what = cell ? `a cell with ${Object.keys(part.dataset)}` : `${part.tagName} ${told}`;
      if (part.matches(".hidden, .hidden *") || frame.closest("footer .languages")) continue;
      if (getComputedStyle(part).display === "inline" && part.parentElement.innerText.length > part.innerText.length) continue; // within a sentence
      const before = part.getBoundingClientRect().top;
      (cell ? part : frame).scrollIntoView({ block: "nearest", inline: "nearest" });
      if (part.getBoundingClientRect().top !== before) await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const { left, top, right, bottom, width, height } = frame.getBoundingClientRect();
      if (width <= 1 && height <= 1) continue; // for screen readers, until it has the focus
      const off = left < -1 || top < -1 || (right > innerWidth + 1 && width < innerWidth) || (bottom > innerHeight + 1 && height < innerHeight);
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (off) found.add(`${what} is off the screen`);
      else if (!frame.contains(hit) && !hit?.contains(part)) found.add(`${what} lies under ${hit?.tagName}.${hit?.className}`);
      const least = part.closest("table, .slots") ? 24 : part.closest(".many .tray") ? 33 : 44;
      if (Math.max(width, height) < least - 0.5 || Math.min(width, height) < 23.5) found.add(`${what} is only ${Math.round(width)} × ${Math.round(height)} px`);
    }
    return [...found];
  },

  /* Figures that go on in the next line, and letters that belong together and do not stay so. */
  torn(root) {
    const found = new Set(), texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const lines = (text, from, to) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top))).size;
    };
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.trim() || !text.parentElement.checkVisibility() || text.parentElement.getBoundingClientRect().width <= 1 || text.parentElement.closest("[dir=ltr] > a, [data-part=order]")) continue; // an address, what is only read out
      const parts = [...text.data.matchAll(/\p{Nd}+|\p{Script=Arabic}+/gu)];
      const signs = text.data.match(/[^\0-\x7f]/) ? [...new Intl.Segmenter().segment(text.data)].map(({ segment, index }) => ({ 0: segment, index })) : [];
      for (const { 0: part, index } of [...parts, ...signs]) {
        if (part.length > 1 && lines(text, index, index + part.length) > 1) found.add(`“${part}” is torn in ${text.parentElement.closest("[class]")?.className}`);
      }
    }
    return [...found];
  },
})

// The hex inspector: paint on the map with pointer or keys. The server judges; this only writes the map.
const STEP = 300;

function parse(at) {
  return at.split(",").map(Number);
}

class Workbench {
  constructor(root) {
    this.root = root;
    this.version = 0;
    this.sent = -1;
    this.focus = null;
    this.painting = null;
    this.load();
    this.dress();
    root.addEventListener("pointerdown", (event) => this.press(event));
    root.addEventListener("pointermove", (event) => this.drag(event));
    addEventListener("pointerup", () => this.release());
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.arrive(event));
    root.addEventListener("mouseover", (event) => this.light(event));
    root.addEventListener("htmx:beforeRequest", () => { this.sent = this.version; });
    // Nothing moves under a stroke of the pointer: what is answered meanwhile is asked again after it.
    root.addEventListener("htmx:beforeSwap", (event) => { if (this.painting) event.detail.shouldSwap = false; });
    root.addEventListener("htmx:afterSettle", () => this.renewed());
  }

  get map() { return this.root.querySelector("[data-hexmap]"); }
  get form() { return this.root.querySelector("#hex-form"); }
  get tool() { return this.root.querySelector("[name=tool]:checked")?.value ?? ""; }

  load() {
    const data = document.getElementById("hex-document");
    if (!data) return;
    this.document = JSON.parse(data.textContent);
    this.hexes = new Map(this.document.hexes.map((hex) => [`${hex.column},${hex.row}`, hex]));
  }

  // Every hex becomes a button; one of them is a stop of the Tab key.
  dress() {
    const map = this.map;
    if (!map) return;
    const all = [...map.querySelectorAll(".hex")];
    all.forEach((hex) => {
      hex.setAttribute("role", "button");
      hex.setAttribute("tabindex", "-1");
    });
    const stop =
      (this.focus && map.querySelector(`[data-at="${this.focus}"]`)) ??
      all.find((hex) => !hex.classList.contains("blank"));
    stop?.setAttribute("tabindex", "0");
  }

  renewed() {
    const within = this.held;
    if (this.sent === this.version) this.load();
    this.dress();
    if (within && this.focus) this.map?.querySelector(`[data-at="${this.focus}"]`)?.focus();
  }

  press(event) {
    const hex = event.target.closest?.("[data-hexmap] .hex");
    if (!hex || event.button !== 0) return;
    if (event.pointerType !== "touch") {
      this.painting = new Set();
      event.preventDefault();
      hex.focus({ preventScroll: true });
    }
    this.paint(hex.dataset.at, this.tool);
  }

  drag(event) {
    if (!this.painting || event.buttons !== 1) return;
    const hex = document.elementFromPoint(event.clientX, event.clientY)?.closest?.("[data-hexmap] .hex");
    if (hex) this.paint(hex.dataset.at, this.tool);
  }

  release() {
    if (this.painting) this.write();
    this.painting = null;
  }

  key(event) {
    const hex = event.target.closest?.("[data-hexmap] .hex");
    if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
    const [column, row] = parse(hex.dataset.at);
    const to = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const tool = {
      " ": this.tool,
      Enter: this.tool,
      c: "city",
      u: "unit",
      Delete: "none",
      Backspace: "none",
    }[event.key];
    if (to) {
      this.map.querySelector(`[data-at="${column + to[0]},${row + to[1]}"]`)?.focus();
    } else if (tool !== undefined) {
      this.paint(hex.dataset.at, tool);
    } else {
      return;
    }
    event.preventDefault();
  }

  arrive(event) {
    const hex = event.target.closest?.("[data-hexmap] .hex");
    this.held = Boolean(hex);
    if (!hex) return;
    this.map.querySelector('.hex[tabindex="0"]')?.setAttribute("tabindex", "-1");
    hex.setAttribute("tabindex", "0");
    this.focus = hex.dataset.at;
  }

  // A line of the answer lights its hexes.
  light(event) {
    const line = event.target.closest?.("[data-set-line]");
    this.map?.querySelectorAll(".lit").forEach((hex) => hex.classList.remove("lit"));
    if (!line) return;
    this.map
      ?.querySelectorAll(`[data-set="${line.dataset.setLine}"]`)
      .forEach((hex) => hex.classList.add("lit"));
  }

  paint(at, tool) {
    if (this.painting?.has(at)) return;
    this.painting?.add(at);
    const [column, row] = parse(at);
    const before = this.hexes.get(at);
    const next = this.changed(before, column, row, tool);
    if (JSON.stringify(next) === JSON.stringify(before)) return;
    if (next) this.hexes.set(at, next);
    else this.hexes.delete(at);
    this.version += 1;
    this.show(at, next);
    if (!this.painting) this.write();
  }

  changed(before, column, row, tool) {
    const plain = { column, row, ...(before?.name ? { name: before.name } : {}) };
    if (tool === "none") return undefined;
    if (tool === "sea" || tool === "lake") return { ...plain, terrain: tool };
    if (tool.startsWith("land:")) {
      const holder = tool.slice(5);
      const units = before?.units?.length ? { units: holder ? [holder] : [] } : {};
      return { ...plain, holder, ...(before?.city ? { city: true } : {}), ...units };
    }
    const land = before && (before.terrain ?? "land") === "land" ? before : null;
    if (!land) return before;
    if (tool === "city") {
      const { city, ...rest } = land;
      return city ? rest : { ...land, city: true };
    }
    if (!land.holder) return land;
    const { units, ...rest } = land;
    return units?.length ? rest : { ...land, units: [land.holder] };
  }

  // What the server will draw again in a moment, shown at once.
  show(at, hex) {
    const element = this.map?.querySelector(`[data-at="${at}"]`);
    if (!element) return;
    const holder = hex?.holder ?? "";
    const tool = [...this.root.querySelectorAll("[name=tool]")].find((one) => one.value === `land:${holder}`);
    const hue = tool?.closest("label").querySelector(".mark")?.classList[1]?.replace("side-", "");
    const water = hex && hex.terrain && hex.terrain !== "land";
    const kind = !hex ? "blank" : water ? "water" : hue || "nobody";
    element.setAttribute("class", `hex ${kind} spoken`);
    element.querySelectorAll(":scope > :not(.ground):not(title)").forEach((part) => part.remove());
    const words = [
      at,
      !hex ? "no hex" : water ? hex.terrain : holder || "neutral land",
      hex?.city ? "city" : "",
      hex?.units?.length ? "unit" : "",
    ];
    element.setAttribute("aria-label", words.filter(Boolean).join(", "));
    if (holder) {
      const code = document.createElementNS("http://www.w3.org/2000/svg", "text");
      code.setAttribute("class", "code");
      code.setAttribute("y", "4");
      code.textContent = this.document.codes[holder] ?? tool?.closest("label").textContent.trim().slice(0, 2) ?? "";
      element.append(code);
    }
  }

  write() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const hexes = [...this.hexes.values()].sort((a, b) => a.row - b.row || a.column - b.column);
      const { answer, ...rest } = this.document;
      const box = this.root.querySelector("#hex-text");
      box.value = JSON.stringify({ ...rest, dice: [], hexes });
      this.form.dispatchEvent(new Event("change", { bubbles: true }));
    }, STEP);
  }
}

const root = document.querySelector("[data-hexes]");
if (root) new Workbench(root);

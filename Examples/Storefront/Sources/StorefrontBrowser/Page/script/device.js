// One device: a socket, a screen, and the drawers beside the screen.
import { isUsable, makeComponent } from "./components.js";
import { draw, make, set } from "./dom.js";
import { layOut, link, watchButton } from "./screen.js";
import { Timeline } from "./timeline.js";
import { Trace } from "./trace.js";
import { UndoOffers } from "./undo.js";

// The tabs, with their icons on a grid of 24.
const tabs = [
  ["Feed", "/feed", "M4 11 12 4l8 7v8a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM9.5 20v-6h5v6"],
  ["Search", "/search", "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20"],
  ["Shelves", "/category/kitchen", "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"],
  ["Cart", "/cart", "M5 8h14l-1.2 12H6.200zM9 8a3 3 0 0 1 6 0"],
  ["You", "/account", "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.5-4 3.5-5.5 7.5-5.5s7 1.5 7.5 5.5z"],
];

export class DeviceView {
  // `hooks`: optional functions that are called with patches, `screen(patch)` and `shop(patch)`, and
  // `back()`, which replaces the back button's action.
  constructor(name, path, user, hooks = {}) {
    this.hooks = hooks;
    this.sent = 0;
    this.components = new Map();
    this.places = new Map();
    this.history = new Map();
    this.timelines = new Map();
    this.actions = {
      open: (path) => this.press({ press: "open", text: path }),
      reload: () => this.press({ press: "reload" }),
    };
    this.build(name);
    // Shown until the server has reported the user's name.
    this.on_owner(user.slice(0, 1).toUpperCase() + user.slice(1));
    this.connect(path, user);
  }

  build(name) {
    this.title = make("h2", { tabindex: "-1" });
    this.back = make("button", { type: "button", onclick: () => (this.hooks.back ?? (() => this.goBack(1)))() }, "‹ Back");
    this.busy = make("span", { class: "busy", role: "status" });
    this.content = make("div", { class: "content", tabindex: "-1" });
    this.toast = make("div", { class: "toast", role: "status" });
    this.offers = new UndoOffers((id) => this.press({ press: "undo", id }),
      (id) => (this.row(id) ?? this.title).focus(),
      (id) => this.path === "/cart" ? this.row(id) : null);
    this.tabs = tabs.map(([words, path, icon]) => link(path, make("span", {}, words), this.actions));
    this.tabs.forEach((tab, index) => tab.prepend(
      draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: tabs[index][2] }))));
    this.cartTab = this.tabs.find((tab) => tab.getAttribute("href") === "/cart");
    this.badge = make("span", { class: "units", "aria-hidden": "true" });
    this.cartTab.append(this.badge);
    this.name = name;
    this.owner = make("span", { class: "owner" });
    this.signal = make("span", { class: "signal", "aria-hidden": "true" });
    this.phone = make("section", { class: "phone", "aria-label": name },
      make("div", { class: "status" }, this.owner, this.signal),
      make("div", { class: "bar" }, this.back, this.title, this.busy),
      this.content, make("div", { class: "notes" }, this.toast, this.offers.element), this.offers.spoken,
      make("nav", { class: "tabs", "aria-label": "Tabs" }, ...this.tabs));
    this.drawers = make("div", { class: "drawers" });
    this.network = this.buildNetwork();
    this.element = make("article", { class: "device" },
      make("div", { class: "body" }, this.phone, this.network), this.drawers);
    this.trace = new Trace(() => this.showTrace(false));
  }

  buildNetwork() {
    const control = (words, act) => make("button", { class: "control", type: "button", onclick: act }, words);
    this.latency = make("select", {
      class: "control", "aria-label": "Latency",
      onchange: () => this.press({ press: "latency", number: Number(this.latency.value) }),
    }, ...[0, 300, 1000, 3000].map((value) =>
      make("option", { value }, value === 0 ? "No latency" : `${value} ms`)));
    this.offline = control("Offline", () =>
      this.press({ press: "offline", flag: this.offline.getAttribute("aria-pressed") !== "true" }));
    this.airplane = control("Airplane", () =>
      this.press({ press: "airplane", flag: this.airplane.getAttribute("aria-pressed") !== "true" }));
    this.busyNext = control("Busy", () => this.press({ press: "busyNext" }));
    this.failNext = control("Fail next", () => this.press({ press: "failNext" }));
    this.loseReply = control("Lose reply", () => this.press({ press: "loseReply" }));
    this.holdReplies = control("Hold replies", () =>
      this.press({ press: "holdReplies", flag: this.holdReplies.getAttribute("aria-pressed") !== "true" }));
    this.traceButton = control("Trace", () => this.showTrace(!this.trace.element.isConnected));
    this.holdReplies.dataset.control = "holdReplies";
    this.airplane.dataset.control = "airplane";
    this.busyNext.dataset.control = "busyNext";
    set(this.traceButton, "aria-pressed", "false");
    return make("div", { class: "network", role: "group", "aria-label": "Network of this device" },
      this.latency, this.offline, this.airplane, this.busyNext, this.failNext, this.loseReply, this.holdReplies, this.traceButton);
  }

  connect(path, user) {
    const query = new URLSearchParams({ path, user });
    this.socket = new WebSocket(`ws://${location.host}/device?${query}`);
    this.socket.onmessage = (event) => {
      // Swift names a value without a label `_0`.
      const [[kind, values]] = Object.entries(JSON.parse(event.data));
      this[`on_${kind}`](values._0 ?? values);
    };
    this.socket.onclose = (event) => this.gone(event.reason);
  }

  // Sends a press. Returns the number of presses sent so far, this one included.
  press(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return this.sent;
    this.socket.send(JSON.stringify(message));
    return ++this.sent;
  }

  // Returns the ID of a component on the screen, by its key; `undefined` until it is shown.
  find(key) {
    return [...this.components].find(([, each]) => each.element.dataset.key === key)?.[0];
  }

  act(key, press) { this.press({ press, id: this.find(key) }); }

  openTimeline(key) {
    if (!this.timelines.has(key)) this.toggleTimeline(key, this.components.get(this.find(key)).label);
  }

  // Returns the row of a product, or of another item, on the screen.
  row(id) { return this.content.querySelector(`[data-row="${CSS.escape(id)}"]`); }

  goBack(count) { this.press({ press: "back", number: count }); }

  end() {
    this.offers.show([]);
    this.socket.onclose = null;
    this.socket.close();
    this.element.remove();
  }

  gone(reason) {
    if (this.phone.querySelector(".gone")) return;
    this.offers.show([]);
    this.phone.append(make("div", { class: "gone", role: "alert" },
      make("b", {}, "This device is no longer connected."), make("span", {}, reason || ""),
      make("button", { class: "plain is-main", type: "button", onclick: () => location.reload() }, "Reconnect")));
  }

  on_screen(screen) {
    const isOther = this.path !== screen.path;
    const focused = this.content.contains(document.activeElement) ? document.activeElement : null;
    const row = focused?.closest(".row");
    const rows = [...row?.parentElement.children ?? []];
    this.path = screen.path;
    this.title.textContent = screen.title;
    this.back.style.visibility = screen.depth > 1 ? "" : "hidden";
    for (const tab of this.tabs) set(tab, "aria-current", tab.getAttribute("href") === screen.path ? "page" : null);
    // If the same screen is laid out again, its remaining components are kept.
    const kept = isOther ? new Map() : this.components;
    this.components = new Map();
    this.layout = layOut(this.content, screen, this.actions, isOther ? undefined : this.layout);
    this.places = this.layout.places;
    for (const [id, component] of kept) {
      if (this.places.get(id)?.contains(component.element)) this.components.set(id, component);
      else if (this.places.has(id)) this.settle(id, component);
    }
    this.offers.arrange();
    if (isOther) {
      this.content.scrollTop = 0;
      if (this.wasShown) this.title.focus({ preventScroll: true });
      this.wasShown = true;
    } else if (row && (document.activeElement !== focused || !isUsable(focused))) {
      // The focus goes to the row of the former control, or else to a row beside it. A control that
      // was moved with its row has lost the focus as well.
      const index = rows.indexOf(row);
      const beside = [...rows.slice(index + 1), ...rows.slice(0, index).reverse()].find((each) => each.isConnected);
      (this.row(row.dataset.row) ?? beside ?? this.title).focus();
    }
    this.hooks.screen?.(screen);
  }

  on_state(patch) {
    const place = this.places.get(patch.id);
    if (!place) return;
    if (!this.components.has(patch.id)) {
      this.settle(patch.id, makeComponent(patch, (message) => this.press(message)),
        patch.state.number?._0.title ?? patch.accessibility[""].label);
    }
    this.components.get(patch.id).show(patch);
  }

  settle(id, component, label = component.label) {
    component.label = label;
    const place = this.places.get(id);
    place.replaceChildren(component.element);
    const item = component.element.dataset.key;
    if (/^(like|cart)\//.test(item)) {
      place.prepend(watchButton(label, this.timelines.has(item), () => this.toggleTimeline(item, label)));
    }
    this.components.set(id, component);
  }

  on_timeline(entry) {
    const entries = this.history.get(entry.item) ?? [];
    entries.push(entry);
    if (entries.length > 60) entries.shift();
    this.history.set(entry.item, entries);
    this.timelines.get(entry.item)?.show(entries, true);
  }

  toggleTimeline(item, label) {
    const open = this.timelines.get(item);
    if (open) {
      open.element.remove();
      this.timelines.delete(item);
    } else {
      const timeline = new Timeline(label, () => this.toggleTimeline(item, label));
      timeline.show(this.history.get(item) ?? [], false);
      this.timelines.set(item, timeline);
      this.drawers.prepend(timeline.element);
      // In a narrow window the drawers cover the lower half, so the component is scrolled into view.
      this.drawers.scrollTop = 0;
      this.places.get(this.find(item))?.scrollIntoView({ block: "nearest" });
    }
    for (const [id, component] of this.components) {
      if (component.element.dataset.key === item) set(this.places.get(id).firstChild, "aria-expanded", !open);
    }
  }

  showTrace(isShown) {
    if (isShown) this.drawers.append(this.trace.element);
    else this.trace.element.remove();
    set(this.traceButton, "aria-pressed", isShown);
  }

  on_trace(trace) {
    this.trace.add(trace);
    if (trace.event.startsWith("goods.") && !this.trace.element.isConnected) this.showTrace(true);
  }

  on_toast({ text, language }) { this.say(text, language); }

  on_badge(units) {
    this.badge.textContent = units > 0 ? units : "";
    set(this.cartTab, "aria-label", units > 0 ? `Cart, ${units} ${units === 1 ? "unit" : "units"}` : null);
  }

  on_undoable(offers) { this.offers.show(offers); }

  on_owner(name) {
    this.owner.textContent = name ? `${name}’s phone` : "Signed out";
    set(this.phone, "aria-label", `${this.name}: ${this.owner.textContent}`);
  }

  say(words, language) {
    set(this.toast, "lang", language);
    this.toast.textContent = words;
    // The message takes space from the content; what the user has pressed stays visible.
    if (this.content.contains(document.activeElement)) document.activeElement.scrollIntoView({ block: "nearest" });
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => { this.toast.textContent = ""; }, 4000);
  }

  on_pending(isPending) {
    this.busy.textContent = isPending ? "pending" : "";
    this.element.dataset.pending = isPending;
  }

  on_network(network) {
    this.lost = network.isAirplane ? "airplane" : network.isOffline ? "offline" : undefined;
    this.showSignal();
    this.latency.value = network.latency;
    set(this.offline, "aria-pressed", network.isOffline);
    set(this.airplane, "aria-pressed", network.isAirplane);
    set(this.busyNext, "aria-pressed", network.isBusyNext);
    set(this.failNext, "aria-pressed", network.failsNext);
    set(this.loseReply, "aria-pressed", network.losesNextReply);
    set(this.holdReplies, "aria-pressed", network.holdsReplies);
  }

  on_shop(shop) {
    this.isShopGone = !shop.isRunning;
    this.showSignal();
    this.hooks.shop?.(shop);
  }

  showSignal() {
    const lost = this.lost ?? (this.isShopGone ? "no server" : undefined);
    this.signal.replaceChildren(lost ? make("span", { class: "weak" }, lost)
      : draw("svg", { viewBox: "0 0 18 13" }, ...[3, 6, 9, 12].map((height, index) =>
        draw("rect", { x: index * 4.5, y: 13 - height, width: 3, height, rx: 1 }))));
  }
}

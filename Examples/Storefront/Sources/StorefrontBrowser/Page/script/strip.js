// The lab: the server that all devices share, the second device, the appearance, and what it is all for.
import { make, set } from "./dom.js";

export function buildStrip(strip, { press, second, isSecond, experiments }) {
  const button = (words, act) => make("button", { class: "control", type: "button", onclick: act }, words);
  const server = button("Stop the server", () =>
    press({ press: server.getAttribute("aria-pressed") === "true" ? "start" : "stop" }));
  const product = make("select", { class: "control", "aria-label": "Product", onchange: () => showStock() });
  const stock = make("input", {
    class: "control", type: "number", min: "0", max: "9999", required: true, "aria-label": "Stock",
    // The browser names the problem of any other number, which the device would not understand.
    onchange: () => {
      if (stock.reportValidity()) press({ press: "stock", id: product.value, number: stock.valueAsNumber });
    },
  });
  const other = button("Second device", () => set(other, "aria-pressed", second()));
  const theme = make("select", {
    class: "control", "aria-label": "Light or dark",
    onchange: () => set(document.documentElement, "data-theme", theme.value || null),
  }, make("option", { value: "" }, "System"), make("option", { value: "light" }, "Light"),
  make("option", { value: "dark" }, "Dark"));
  server.classList.add("is-danger");
  other.dataset.control = "second";
  set(other, "aria-pressed", isSecond);
  let products = [];
  const showStock = () => {
    const known = products.find((each) => each.id === product.value)?.stock ?? "";
    if (document.activeElement !== stock) stock.value = known;
    stock.dataset.known = known;
  };
  // On a phone the lab is closed at first; while it is closed, the page is only the shop.
  const lab = button("Lab", () => openLab(document.body.dataset.lab === undefined));
  const openLab = (isOpen) => {
    document.body.toggleAttribute("data-lab", isOpen);
    set(lab, "aria-expanded", isOpen);
  };
  lab.classList.add("lab");
  openLab(matchMedia("(min-width: 600px)").matches);
  strip.append(make("h1", {}, make("img", { src: "/page/art/icon.svg", alt: "" }), "Storefront"),
    lab,
    make("p", { class: "legend" },
      "A shop whose components manage themselves. Disturb its server or a phone’s network, use the shop, "
      + "and open the timeline beside a component: it shows what is displayed, in flight and confirmed."),
    make("div", { class: "group" }, server),
    make("div", { class: "group", role: "group", "aria-label": "Stock of a product" },
      make("span", { "aria-hidden": "true" }, "Stock"), product, stock),
    make("div", { class: "group" }, other, theme),
    make("div", { class: "group experiments", role: "group", "aria-label": "Experiments" },
      make("span", { "aria-hidden": "true" }, "Try"),
      ...experiments.map(({ name, run }) => button(name, run))));
  return (shop) => {
    set(server, "aria-pressed", !shop.isRunning);
    server.textContent = shop.isRunning ? "Stop the server" : "Start the server";
    products = shop.products;
    const chosen = product.value;
    product.replaceChildren(...products.map((each) => make("option", { value: each.id }, each.name)));
    if (chosen) product.value = chosen;
    showStock();
  };
}

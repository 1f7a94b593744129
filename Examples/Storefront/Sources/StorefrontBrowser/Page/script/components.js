// Draws the states of components. The device behind the socket decides the effect of a press.
import { draw, make, set } from "./dom.js";

const makers = { avatar, like, number, field, button, total };

// Creates the element of a component from its first state.
export function makeComponent(patch, press) {
  const [kind] = Object.keys(patch.state);
  const component = makers[kind](patch.id, press);
  component.element.dataset.key = patch.id.slice(patch.id.indexOf(":") + 1);
  return component;
}

// Sets the names for screen readers from the component's accessibility data.
function speak(element, spoken) {
  if (!spoken) return;
  set(element, "aria-label", spoken.label);
  set(element, "aria-description", spoken.value);
}

// Restarts the animation for each animated change, and ends it for each unanimated one.
function move(element, isAnimated) {
  element.classList.remove("is-moving");
  if (!isAnimated) return;
  void element.getBoundingClientRect();
  element.classList.add("is-moving");
}

function avatar(id, press) {
  const letter = make("span", { class: "letter", "aria-hidden": "true" });
  const badge = make("span", { class: "badge", "aria-hidden": "true" }, "★");
  const element = make("button", {
    class: "avatar", type: "button", onclick: () => press({ press: "tap", id }),
  }, letter, badge);
  return { element, show(patch) {
    const { image, phase, badge: kind } = patch.state.avatar;
    element.dataset.phase = phase;
    element.style.backgroundImage = image ? `url("${image}")` : "";
    element.classList.toggle("has-image", Boolean(image));
    letter.textContent = patch.accessibility[""].label.slice(0, 1);
    badge.style.display = kind ? "" : "none";
    badge.dataset.badge = kind ?? "";
    speak(element, patch.accessibility[""]);
  } };
}

function like(id, press) {
  const count = make("span", { class: "count" });
  const heart = draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    draw("path", { d: "M12 20S3.5 15 3.5 8.8A4.6 4.6 0 0 1 12 6.5a4.6 4.6 0 0 1 8.5 2.3C20.5 15 12 20 12 20z" }));
  const element = make("button", {
    class: "like", type: "button", onclick: () => press({ press: "tap", id }),
  }, heart, count);
  return { element, show(patch) {
    const { isLiked, count: number } = patch.state.like;
    count.textContent = number;
    const spoken = patch.accessibility[""];
    speak(element, spoken);
    set(element, "aria-pressed", spoken.isToggle ? isLiked : null);
    element.dataset.cause = patch.cause;
    move(element, patch.isAnimated);
  } };
}

function number(id, press) {
  const minus = make("button", {
    class: "minus", type: "button", onclick: () => press({ press: "reduce", id }),
  }, "−");
  const plus = make("button", {
    class: "plus", type: "button", onclick: () => press({ press: "add", id }),
  }, "+");
  const entry = textEntry(id, press, { role: "spinbutton", inputmode: "numeric" });
  const input = entry.element;
  input.addEventListener("keydown", (event) => {
    const step = { ArrowUp: "add", ArrowDown: "reduce" }[event.key];
    if (!step) return;
    event.preventDefault();
    press({ press: step, id });
  });
  const notice = make("span", { class: "notice", role: "status", id: `notice-${id}` });
  const element = make("div", { class: "number" },
    make("div", { class: "line" }, minus, input, plus), notice);
  set(input, "aria-describedby", notice.id);
  // A control that is disabled or hidden loses the keyboard focus. The row receives it, and no button:
  // the next press of Enter was meant for the control that is gone.
  const keepFocus = (focused) => {
    if (!isUsable(focused)) element.closest(".row").focus();
  };
  return { element, show(patch) {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    const state = patch.state.number._0;
    const parts = patch.accessibility;
    element.dataset.label = state.title;
    set(element, "lang", patch.language);
    element.classList.toggle("is-collapsed", state.isCollapsed);
    entry.show(state.text, patch.heard);
    // A collapsed editor is a single plus, so its label is the description.
    speak(input, parts[""]);
    set(input, "aria-description", null);
    set(input, "aria-valuenow", state.quantity);
    set(input, "aria-valuetext", parts[""].value ?? state.text);
    set(input, "aria-valuemin", state.minimum);
    set(input, "aria-valuemax", state.maximum);
    set(input, "aria-invalid", state.failure ? "true" : null);
    speak(plus, parts.plus);
    speak(minus, parts.minus);
    plus.disabled = !parts.plus.isEnabled;
    minus.disabled = !parts.minus.isEnabled;
    notice.textContent = state.failure ?? state.notice ?? "";
    notice.classList.toggle("is-failure", Boolean(state.failure));
    element.dataset.cause = patch.cause;
    if (state.isEditing && document.activeElement !== input && entry.heard.all(patch.heard)) input.focus();
    if (focused) keepFocus(focused);
    move(element, patch.isAnimated);
  } };
}

function field(id, press) {
  const title = make("label", { class: "title", for: `input-${id}` });
  const failure = make("span", { class: "failure", role: "alert", id: `failure-${id}` });
  const element = make("div", { class: "field" }, title, failure);
  const heard = hearing(id, press);
  let input, entry, choices;
  return { element, show(patch) {
    const state = patch.state.field._0;
    if (!input) {
      if (state.options) {
        input = make("select", {
          onfocus: () => heard.say({ press: "begin" }),
          onblur: () => heard.say({ press: "end" }),
          onchange: () => heard.say({ press: "select", text: input.value || undefined }),
        });
      } else {
        entry = textEntry(id, press, { type: state.isSecret ? "password" : "text" });
        input = entry.element;
      }
      set(input, "id", `input-${id}`);
      // Browsers and password managers know fields by these.
      set(input, "name", element.dataset.key);
      set(input, "autocomplete", state.autocomplete);
      set(input, "aria-describedby", failure.id);
      element.insertBefore(input, failure);
    }
    set(element, "lang", patch.language);
    title.textContent = state.title;
    if (state.options) {
      const wanted = JSON.stringify(state.options);
      if (choices !== wanted) {
        choices = wanted;
        input.replaceChildren(make("option", { value: "" }, "—"),
          ...state.options.map((option) => make("option", { value: option }, option)));
      }
      if (heard.all(patch.heard)) input.value = state.text;
    } else {
      entry.show(state.text, patch.heard);
      set(input, "placeholder", state.placeholder || null);
    }
    set(input, "aria-label", patch.accessibility[""].label);
    set(input, "aria-invalid", state.failure ? "true" : null);
    set(input, "aria-busy", state.isPending ? "true" : null);
    failure.textContent = state.failure ?? "";
    if (state.isFocused && document.activeElement !== input
      && (entry?.heard ?? heard).all(patch.heard)) input.focus();
  } };
}

function button(id, press) {
  const element = make("button", {
    class: "plain", type: "button", onclick: () => press({ press: "tap", id }),
  });
  return { element, show(patch) {
    const { isMain } = patch.state.button;
    set(element, "lang", patch.language);
    element.textContent = patch.accessibility[""].label;
    element.classList.toggle("is-main", isMain);
    set(element, "type", isMain ? "submit" : "button");
  } };
}

// The amounts of the cart; a screen reader announces them once they contain every change.
function total() {
  const parts = make("p");
  const sum = make("b");
  const counting = make("span", { class: "counting" });
  const amounts = make("div", { role: "status" }, parts, sum, counting);
  const notice = make("p", { class: "gift", role: "status" });
  return { element: make("div", { class: "total" }, amounts, notice), show(patch) {
    const state = patch.state.total._0;
    set(amounts, "aria-busy", !state.isUpToDate);
    parts.textContent = state.parts ?? "";
    sum.textContent = `Total ${state.total ?? "…"}`;
    counting.textContent = state.isUpToDate ? "" : "counting …";
    notice.textContent = state.notice ?? "";
  } };
}

export function isUsable(element) {
  return !element.disabled && element.checkVisibility();
}

// Tracks which presses on a component the device has received. A state from before the last press
// must not overwrite the user's input, and must not move the focus.
function hearing(id, press) {
  let sent = 0;
  return {
    say(message) { sent = press({ ...message, id }); },
    all(heard) { return heard >= sent; },
  };
}

// An input that shows the device's text, unless the device has not received the last press yet.
function textEntry(id, press, attributes) {
  const heard = hearing(id, press);
  const { say } = heard;
  const element = make("input", {
    type: "text", autocomplete: "off", ...attributes,
    onfocus: () => say({ press: "begin" }),
    oninput: () => say({ press: "edit", text: element.value }),
    onblur: () => say({ press: "end" }),
    onkeydown: (event) => {
      if (event.key === "Escape") say({ press: "cancel" });
      if (event.key !== "Enter") return;
      element.blur();
      // Return in a field of a form also presses the form's main button.
      element.form?.querySelector("[type=submit]")?.click();
    },
  });
  return {
    element,
    heard,
    show(text, count) {
      if (heard.all(count) && element.value !== text) element.value = text;
    },
  };
}

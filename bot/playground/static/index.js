const POLL_MS = 1000;
const LANGUAGES = ["zh", "en"];

const texts = await (await fetch("/texts.json")).json();
const world = await read();
const seen = new Map(world.people.map(({ id, received }) => [id, received]));
const main = document.querySelector("main");

let language = recall("language") ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
let person = world.people.find(({ id }) => id === recall("person")) ?? world.people[0];

async function read() {
  return (await fetch("/world.json")).json();
}

function recall(key) {
  return localStorage.getItem(`queguan.${key}`);
}

function remember(key, value) {
  localStorage.setItem(`queguan.${key}`, value);
}

function say(key, values = {}) {
  return texts[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function drawPeople() {
  const tabs = world.people.map((one) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.role = "tab";
    tab.dataset.person = one.id;
    const mark = Object.assign(document.createElement("i"), { textContent: [...one.name][0] });
    mark.style.background = one.colour;
    tab.append(
      mark,
      Object.assign(document.createElement("span"), { textContent: one.name }),
      document.createElement("b"),
    );
    tab.addEventListener("click", () => choose(one));
    return tab;
  });
  document.querySelector("#people").replaceChildren(...tabs);
}

function drawTexts() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = say("title");
  document.querySelector("#people").ariaLabel = say("people");
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
  const steps = texts[language].steps.map((step) => Object.assign(document.createElement("li"), { textContent: step }));
  document.querySelector("#steps ol").replaceChildren(...steps);
  drawTitles();
}

function drawTitles() {
  for (const pane of main.querySelectorAll("[data-pane]")) {
    pane.querySelector("span").textContent = say(`${pane.dataset.pane}_title`, { name: person.name });
  }
}

function drawNews() {
  for (const { id, received } of world.people) {
    if (id === person.id) seen.set(id, received);
    const news = received - seen.get(id);
    document.querySelector(`#people [data-person="${id}"] b`).textContent = news > 0 ? news : "";
  }
}

/* A frame stays once it is there, so that switching back is instant and keeps what was being typed. */
function frame(pane) {
  const frames = pane.querySelector(".frames");
  let shown = frames.querySelector(`[data-person="${person.id}"]`);
  if (!shown) {
    shown = Object.assign(document.createElement("iframe"), { src: person[pane.dataset.pane] });
    shown.dataset.person = person.id;
    shown.addEventListener("load", ({ target }) => { target.dataset.loaded = ""; });
    frames.append(shown);
  }
  for (const other of frames.children) {
    other.classList.toggle("shown", other === shown);
    if ("loaded" in other.dataset) other.contentWindow.postMessage(other === shown ? "pageshow" : "pagehide", new URL(other.src).origin);
  }
  shown.title = pane.querySelector("span").textContent;
  pane.querySelector("a").href = person[pane.dataset.pane];
}

async function choose(one) {
  // What has come until now was seen by whoever was looking.
  await update();
  person = one;
  remember("person", one.id);
  for (const tab of document.querySelectorAll("#people button")) tab.ariaSelected = tab.dataset.person === one.id;
  drawTitles();
  for (const pane of main.querySelectorAll("[data-pane]")) frame(pane);
  drawNews();
}

function side(name) {
  main.dataset.side = name;
  for (const tab of document.querySelectorAll("#sides button")) tab.ariaSelected = tab.dataset.side === name;
}

function help(open) {
  document.querySelector("#steps").hidden = !open;
  remember("help", open ? "open" : "closed");
}

async function tellReader() {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  await fetch("/reader", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ language, timezone }),
  });
}

async function update() {
  const gone = document.querySelector("#gone");
  try {
    const news = await read();
    if (news.run !== world.run) location.reload();
    for (const one of world.people) one.received = news.people.find(({ id }) => id === one.id).received;
    gone.hidden = true;
    drawNews();
  } catch {
    gone.hidden = false;
  }
}

async function follow() {
  await update();
  setTimeout(follow, POLL_MS);
}

document.querySelector("#help").addEventListener("click", () => help(document.querySelector("#steps").hidden));
document.querySelector("#understood").addEventListener("click", () => help(false));
document.querySelector("#language").addEventListener("click", () => {
  language = LANGUAGES.find((other) => other !== language);
  remember("language", language);
  drawTexts();
  void tellReader();
});
for (const tab of document.querySelectorAll("#sides button")) tab.addEventListener("click", () => side(tab.dataset.side));

drawPeople();
drawTexts();
side("channel");
help(recall("help") !== "closed");
await tellReader();
await choose(person);
void follow();

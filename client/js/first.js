// Runs in <head> before anything is painted: language, direction, theme and cards, so that none flashes; sends for the words.
// A classic script on purpose: modules wait for the document. The same keys are written by i18n.js, theme.js and faces.js.
(function () {
  var root = document.documentElement;
  var kept = function (/** @type {string} */ key) {
    try {
      return localStorage.getItem(key);
    } catch (refused) {
      return null; // storage switched off: defaults it is
    }
  };
  var known = ["en", "de", "he"];
  var wanted = [kept("language")].concat(navigator.languages || [navigator.language]);
  var language = "en";
  for (var i = 0; i < wanted.length; i++) {
    // "iw" is what some old systems still call Hebrew.
    var base = String(wanted[i] || "").slice(0, 2).toLowerCase().replace("iw", "he");
    if (known.indexOf(base) >= 0) {
      language = base;
      break;
    }
  }
  root.lang = language;
  root.dir = language === "he" ? "rtl" : "ltr";
  var theme = kept("theme");
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.theme = theme;
  var faces = kept("faces") === "german" ? "german" : "french";
  var suits = kept("suits") || "";
  root.dataset.faces = faces;
  root.dataset.suits = ["two", "poker", "tournament"].indexOf(suits) >= 0 ? suits : faces === "german" ? "tournament" : "two";
  root.dataset.index = kept("index") === "large" ? "large" : "normal";
  // What the modules of the pages need came with these. Without them nothing would ever be shown.
  if ("noModule" in document.createElement("script") && "at" in [] && "HTMLDialogElement" in window) {
    // The words set out together with the modules that will ask i18n.js for them, and not only after these.
    var script = /** @type {HTMLScriptElement} */ (document.currentScript);
    if (script.dataset.words === "none") return; // the page without a line has all of its own
    var words = document.createElement("link");
    words.rel = "preload";
    words.as = "fetch";
    words.crossOrigin = "anonymous";
    words.href = new URL("../i18n/" + (script.dataset.words || "") + language + ".json", script.src).href;
    document.head.appendChild(words);
    return;
  }
  document.addEventListener("DOMContentLoaded", function () {
    var said = document.createElement("div"); // a <main> is hidden as long as no module has run
    said.id = "too-old";
    said.className = "panel";
    said.setAttribute("role", "main");
    var texts = [
      "This browser is too old for the table. It takes Chrome or Edge 92, Firefox 98, Safari 15.4, or a newer one.",
      "Dieser Browser ist zu alt für den Tisch. Es braucht Chrome oder Edge 92, Firefox 98, Safari 15.4 oder etwas Neueres.",
      "הדפדפן הזה ישן מדי. נדרש Chrome או Edge 92, Firefox 98, Safari 15.4, או גרסה חדשה יותר.",
    ];
    for (var i = 0; i < known.length; i++) {
      var line = document.createElement("p");
      line.lang = known[i];
      line.dir = known[i] === "he" ? "rtl" : "ltr";
      line.textContent = texts[i];
      if (known[i] === language) said.insertBefore(line, said.firstChild);
      else said.appendChild(line);
    }
    document.body.textContent = "";
    said.insertBefore(document.createElement("h1"), said.firstChild).textContent = "Schnapsen";
    document.body.appendChild(said);
  });
})();

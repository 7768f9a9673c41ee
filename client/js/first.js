// Runs in <head> before anything is painted: language, direction and theme, so that neither flashes.
// A classic script on purpose: modules wait for the document. The same keys are written by i18n.js and theme.js.
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
})();

// Loaded before anything is drawn, so that a dark page never begins with a white flash.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("noughts.theme") ?? '"auto"');
} catch {
  document.documentElement.dataset.theme = "auto";
}

// Loaded before anything is drawn and any module runs.

// A dark page never begins with a white flash.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("noughts.theme") ?? '"auto"');
} catch {
  document.documentElement.dataset.theme = "auto";
}

// What the page that the address names needs beside the modules that all need (`noughts/web/module_graph.py` wrote which).
{
  /** @type {Record<string, string[]>} */
  const later = JSON.parse(document.querySelector("#later-modules")?.textContent || "{}");
  const page = location.hash.split(/[/?]/)[1] ?? "";
  const modules = Object.hasOwn(later, page) ? later[page] : page ? (later.at ?? []) : []; // other names are games'
  for (const href of modules) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
}

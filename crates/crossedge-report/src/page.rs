//! Pages that need nothing else: the head, pictures in both themes, and a picture that fills the screen and plays its steps.

use crossedge::render::{Scene, Theme};

/// Both themes of a drawing; the page shows the one that the reader has chosen.
pub fn themed_drawing(scene: &Scene) -> String {
    light_and_dark(scene.svg(Theme::Light), scene.svg(Theme::Dark))
}

/// A light and a dark drawing. They use the same ids, so each is in its own shadow root, fitted to the page.
pub fn light_and_dark(light: String, dark: String) -> String {
    let one = |class: &str, svg: String| {
        format!(
            "<div class=\"{class}\"><template shadowrootmode=\"open\"><style>{FIT_STYLE}</style>{svg}</template></div>\n"
        )
    };
    one("light", light) + &one("dark", dark)
}

/// A drawing keeps its shape and never leaves the page; what comes in a later step is not seen yet.
const FIT_STYLE: &str = concat!(
    "svg{max-width:100%;height:auto}:host(.screen) svg{width:100%;height:100%}:host(.light) .later:is(circle,.switch){fill:#fff}",
    ":host(.dark) .later:is(circle,.switch){fill:#14161a}text.later{fill:currentColor}text.own.later{display:none}"
);

/// The style of every page.
const PAGE_STYLE: &str = concat!(
    ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:90rem;",
    "padding:0 1rem;background:#fff;color:#23272e}.dark{display:none}.light,.dark{overflow-x:auto}",
    "@media(prefers-color-scheme:dark){body{background:#14161a;color:#e4e7eb}.light{display:none}.dark{display:block}}",
    "table{border-collapse:collapse;margin:1rem 0}td,th{text-align:left;vertical-align:top;padding:.3rem .7rem;",
    "border-bottom:1px solid #8884}td:nth-child(2){font-variant-numeric:tabular-nums}code{font-size:.95em}",
    "h2{margin-top:2.2rem}button,input{font:inherit}.wide{overflow-x:auto}"
);

/// Extra style of a page with one picture: the picture fills the screen except for the line of buttons.
const FULL_PAGE_STYLE: &str = concat!(
    "<style>body{margin:0;max-width:none;padding:0;height:100vh;height:100dvh;display:flex;flex-direction:column}",
    ".light,.dark{flex:1;min-height:0;overflow:hidden}body>p{margin:0;padding:.4rem 1rem;display:flex;gap:.8rem;",
    "align-items:center}#step{flex:1}</style>\n"
);

/// The head of a page.
pub fn page_head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"icon\" href=\"data:,\"><title>{}</title><style>{PAGE_STYLE}</style></head><body>\n",
        escape_markup(title)
    )
}

/// Escapes markup.
pub fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Plays what has steps: a slider, buttons, keys, and the elements of later steps hidden. It begins before the first step.
const PLAYER_SCRIPT: &str = r#"<p><button id="back" title="one step back (left arrow)">◀</button> <button id="play" title="play or pause (space)">play</button> <button id="next" title="one step on (right arrow)">▶</button> <input id="step" type="range" min="0" max="LAST" value="0" aria-label="step"> <span>step <span id="at">0</span> of LAST</span></p>
<script>
const slider = document.getElementById("step"), at = document.getElementById("at"), play = document.getElementById("play");
const parts = [...document.querySelectorAll(".light, .dark")].flatMap(d => [...d.shadowRoot.querySelectorAll("[data-step]")]);
const last = +slider.max;
let timer = null;
function show() {
  const now = +slider.value;
  at.textContent = now;
  for (const part of parts) {
    const step = +part.dataset.step, text = part.nextElementSibling, node = part.tagName === "circle" || part.classList.contains("switch");
    if (node) part.classList.toggle("later", step > now);
    else part.style.display = step > now ? "none" : "";
    if (part.tagName === "path") part.style.strokeOpacity = step === now ? 1 : 0.45;
    // The name of a node stays, followed by the number of its step.
    if (text && text.tagName === "text") {
      if (node) text.classList.toggle("later", step > now);
      else text.style.display = step > now ? "none" : "";
    }
  }
}
function pause() { clearInterval(timer); timer = null; play.textContent = "play"; }
function go(to) { slider.value = Math.max(0, Math.min(last, to)); show(); }
function toggle() {
  if (timer) return pause();
  if (+slider.value >= last) go(0);
  play.textContent = "pause";
  timer = setInterval(() => { if (+slider.value >= last) pause(); else go(+slider.value + 1); }, 800);
}
play.onclick = toggle;
document.getElementById("back").onclick = () => { pause(); go(+slider.value - 1); };
document.getElementById("next").onclick = () => { pause(); go(+slider.value + 1); };
slider.oninput = () => { pause(); show(); };
document.addEventListener("keydown", event => {
  const keys = { ArrowRight: () => go(+slider.value + 1), ArrowLeft: () => go(+slider.value - 1), Home: () => go(0), End: () => go(last) };
  if (event.key === " ") { event.preventDefault(); toggle(); }
  else if (keys[event.key]) { event.preventDefault(); pause(); keys[event.key](); }
});
show();
</script>
"#;

/// A page with one picture, which fills the screen and plays its steps if it has any.
pub fn picture_page(scene: &Scene, steps: u32) -> String {
    let screen = |page: String| {
        page.replace("<div class=\"light\">", "<div class=\"light screen\">")
            .replace("<div class=\"dark\">", "<div class=\"dark screen\">")
    };
    let scene = Scene { size: None, ..scene.clone() };
    let mut out = page_head(&scene.title) + FULL_PAGE_STYLE + &screen(themed_drawing(&scene));
    if steps > 0 {
        out += &PLAYER_SCRIPT.replace("LAST", &steps.to_string());
    }
    out + PAGE_END
}

/// The end of every page.
pub const PAGE_END: &str = "</body></html>\n";

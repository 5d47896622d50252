//! Pages that need nothing else: the head, pictures in both themes, and a picture that plays its steps.

use crossedge::render::{Scene, Theme};

/// Both themes of a drawing; the page shows the one that the reader has chosen.
pub fn both(scene: &Scene) -> String {
    shaded(scene.svg(Theme::Light), scene.svg(Theme::Dark))
}

/// A light and a dark drawing. They name their parts alike, so each stands in a shadow of its own.
pub fn shaded(light: String, dark: String) -> String {
    let one = |class: &str, svg: String| {
        format!("<div class=\"{class}\"><template shadowrootmode=\"open\">{svg}</template></div>\n")
    };
    one("light", light) + &one("dark", dark)
}

/// The style of every page.
const STYLE: &str = concat!(
    ":root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:1.5rem auto;max-width:90rem;",
    "padding:0 1rem;background:#fff;color:#23272e}.dark{display:none}.light,.dark{overflow-x:auto}",
    "@media(prefers-color-scheme:dark){body{background:#14161a;color:#e4e7eb}.light{display:none}.dark{display:block}}",
    "table{border-collapse:collapse;margin:1rem 0}td,th{text-align:left;vertical-align:top;padding:.3rem .7rem;",
    "border-bottom:1px solid #8884}td:nth-child(2){font-variant-numeric:tabular-nums}code{font-size:.95em}",
    "h2{margin-top:2.2rem}button,input{font:inherit}"
);

/// The head of a page.
pub fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <link rel=\"icon\" href=\"data:,\"><title>{}</title><style>{STYLE}</style></head><body>\n",
        safe(title)
    )
}

/// Text that is no markup.
pub fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Plays what has steps: a slider, a button, and the elements of later steps hidden.
const PLAYER: &str = r#"<p><button id="play">play</button> <input id="step" type="range" min="0" max="LAST" value="LAST"> step <span id="at">LAST</span> of LAST</p>
<script>
const slider = document.getElementById("step"), at = document.getElementById("at"), play = document.getElementById("play");
const parts = [...document.querySelectorAll(".light, .dark")].flatMap(d => [...d.shadowRoot.querySelectorAll("[data-step]")]);
function show() {
  at.textContent = slider.value;
  for (const part of parts) {
    const step = +part.dataset.step, now = +slider.value;
    if (part.tagName === "circle") part.style.fill = step <= now ? "" : "transparent";
    else part.style.display = step > now ? "none" : "";
    if (part.tagName === "path") part.style.strokeOpacity = step === now ? 1 : 0.25;
    if (part.nextSibling && part.nextSibling.tagName === "text") part.nextSibling.style.display = step <= now ? "" : "none";
  }
}
let timer = null;
play.onclick = () => {
  if (timer) { clearInterval(timer); timer = null; play.textContent = "play"; return; }
  if (+slider.value >= +slider.max) slider.value = 0;
  play.textContent = "pause"; show();
  timer = setInterval(() => {
    if (+slider.value >= +slider.max) { clearInterval(timer); timer = null; play.textContent = "play"; return; }
    slider.value = +slider.value + 1; show();
  }, 800);
};
slider.oninput = show;
</script>
"#;

/// A page with one picture, which plays its steps if it has any.
pub fn picture_page(scene: &Scene, steps: u32) -> String {
    let mut out = head(&scene.title) + &both(scene);
    if steps > 0 {
        out += &PLAYER.replace("LAST", &steps.to_string());
    }
    out + END
}

/// The end of every page.
pub const END: &str = "</body></html>\n";

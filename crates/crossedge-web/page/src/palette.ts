// Colours of levels: those of Okabe and Ito, darker on white and lighter on black, so that each keeps 3 to 1 against the ground and all stay
// distinguishable with red-green colour vision deficiency. Scales run from dark to light in both themes (cividis: Nuñez, Anderton, Renslow 2018).

export type Rgb = [number, number, number];

export interface Theme {
  dark: boolean;
  ground: Rgb;
  ink: Rgb;
  faint: Rgb;
  accent: Rgb;
  dead: Rgb;
  levels: Rgb[];
  /** Colours of paths that are shown together: none is that of a level. */
  paths: Rgb[];
}

const rgb = (text: string): Rgb => [parseInt(text.slice(1, 3), 16), parseInt(text.slice(3, 5), 16), parseInt(text.slice(5, 7), 16)];
const list = (text: string): Rgb[] => text.split(" ").map(rgb);

const LIGHT: Theme = {
  dark: false,
  ground: rgb("#fbfbf8"),
  ink: rgb("#1c2226"),
  faint: rgb("#8b949b"),
  accent: rgb("#b3174f"),
  dead: rgb("#1c2226"),
  levels: list("#5f6b75 #0072b2 #c24e00 #00805e #9b4f86 #8f6400 #2f7fb5"),
  paths: list("#b3174f #5b2fc9 #7a8500 #e0247f #008c99 #6b3a1e"),
};

const DARK: Theme = {
  dark: true,
  ground: rgb("#14181b"),
  ink: rgb("#e8ebed"),
  faint: rgb("#7d878e"),
  accent: rgb("#ff7aa5"),
  dead: rgb("#e8ebed"),
  levels: list("#97a3ac #56b4e9 #f0913a #35c49c #d995c4 #e6b93c #8fb8e8"),
  paths: list("#ff7aa5 #a58bff #c6d936 #ff4fd0 #3fd8e6 #d9a688"),
};

export const theme = (dark: boolean): Theme => (dark ? DARK : LIGHT);

/** The colour of a level; those beyond the palette begin again after the first, which is that of the innermost links. */
export function level(theme: Theme, number: number): Rgb {
  const many = theme.levels.length;
  const at = number < many ? number : 1 + ((number - 1) % (many - 1));
  return theme.levels[Math.max(0, at)] as Rgb;
}

const CIVIDIS = list("#00224e #123570 #3b496c #575d6d #707173 #8a8678 #a59c74 #c3b369 #e1cc55 #fee838");

/** A place between 0 and 1 on a scale: dark to light on black; on white the lightest end is left out, for it would not be seen. */
export function scale(theme: Theme, part: number): Rgb {
  const t = Math.min(1, Math.max(0, part));
  const at = theme.dark ? 0.25 + 0.75 * t : 0.86 * (1 - t);
  const x = at * (CIVIDIS.length - 1);
  const i = Math.min(CIVIDIS.length - 2, Math.floor(x));
  const a = CIVIDIS[i] as Rgb;
  const b = CIVIDIS[i + 1] as Rgb;
  const f = x - i;
  return [0, 1, 2].map((k) => Math.round((a[k] as number) * (1 - f) + (b[k] as number) * f)) as Rgb;
}

export const css = (colour: Rgb, alpha = 1): string => `rgba(${colour[0]},${colour[1]},${colour[2]},${alpha})`;

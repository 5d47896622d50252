// The interface of a panel, and its requests to the page.

import type { Theme } from "./palette";
import type { Caption, Scale } from "./picture";
import type { Overlay } from "./overlay";
import type { Pane } from "./pane";
import type { Hit, Paint } from "./scene";
import type { Key, Store, View } from "./state";
import type { Envelope, Id, Place, WindowAnswer } from "./types";

export interface Page {
  store: Store;
  pane: Pane;
  theme: () => Theme;
  /** The network that is shown, once its first window has come. */
  network: () => WindowAnswer | null;
  /** Writes where the first map stands into the address. */
  keep: () => void;
  /** Lays what the panels have over the map again. */
  relay: () => void;
  /** The places of nodes, asked for once. */
  places: (ids: Id[]) => Promise<Record<string, Place>>;
  /** Remembers an answer for downloads and its command line. */
  answered: (verb: string, envelope: Envelope<any>) => void;
  set: (patch: View, push?: boolean) => void;
  /** Opens another network. */
  open: (expression: string) => void;
  /** Flies to a node, and selects it. */
  visit: (node: Id, select?: boolean) => Promise<void>;
  /** Brings a panel to the front. */
  turnTo: (id: string) => void;
  /** Shows another network as a whole, then flies down to one of its nodes. */
  plunge: (expression: string, id: string) => Promise<void>;
  lastAnswers: () => Map<string, Envelope<any>>;
  /** The words of a saved picture. */
  caption: () => Caption;
}

export interface Panel {
  id: string;
  title: string;
  body: HTMLElement;
  /** The panel is in front, and these keys have changed; all of them when it has just come to the front. */
  refresh: (changed: Set<Key> | null) => void;
  overlay?: () => Overlay;
  paint?: () => Paint;
  /** A click on the map; true if the panel has made something of it. */
  clicked?: (hit: Hit, place: Place) => boolean;
  /** The scale of its colours, with the values at its ends. */
  scale?: () => Scale | null;
  /** Whether links can be pointed at. */
  links?: () => boolean;
  /** Another network: what was asked and answered of the last one is forgotten. */
  forget?: () => void;
  /** The panel has left the front. */
  hidden?: () => void;
}

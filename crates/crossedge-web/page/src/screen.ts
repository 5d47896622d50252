// The graphics card: layers of deck.gl over flat arrays. No other module uses it.

import { Deck, OrthographicView, type Layer } from "@deck.gl/core";
import { LineLayer, ScatterplotLayer } from "@deck.gl/layers";
import type { Camera, Size } from "./camera";
import { wayLines, type Overlay } from "./overlay";
import type { Rgb, Theme } from "./palette";
import { within, type Lines, type Scene } from "./scene";
import type { Place } from "./types";

type Dot = { place: Place; colour: Rgb };

export class Screen {
  /** The card has drawn, and goes on drawing. */
  ready = false;
  private deck: Deck<OrthographicView> | null = null;
  private readonly parent: HTMLDivElement;
  private readonly rendered: () => void;
  private theme: Theme;
  private starting = false;
  private closed = false;
  private latest: [Scene, Camera, Size, Overlay, Dot[]] | null = null;
  private base: { scene: Scene; data: Record<string, unknown> } | null = null;

  constructor(parent: HTMLDivElement, theme: Theme, rendered: () => void) {
    this.parent = parent;
    this.theme = theme;
    this.rendered = rendered;
  }

  /** Makes the card ready, once something is on the plain canvas: buffers and programs keep the page waiting, and nobody should wait for the first picture. */
  private start(): void {
    if (this.starting) return;
    this.starting = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (this.closed) return;
        this.deck = new Deck({
          parent: this.parent,
          width: "100%",
          height: "100%",
          views: new OrthographicView({ id: "map", flipY: true, controller: false }),
          viewState: { target: [0, 0, 0], zoom: 0 },
          layers: [],
          useDevicePixels: Math.min(2, devicePixelRatio || 1),
          pickingRadius: 0,
          // Pointers and keys are handled by controls.ts, in numbers of 64 bits.
          eventRecognizerOptions: {},
          getCursor: () => "inherit",
          onAfterRender: () => {
            if (!this.latest || !this.drawn()) return;
            // The stage around it has the focus and the keys; its canvas is not to be reached.
            if (!this.ready) for (const each of [this.parent, ...this.parent.querySelectorAll<HTMLElement>("[tabindex]")]) each.removeAttribute("tabindex");
            this.ready = true;
            this.rendered();
          },
          // Without a card the plain canvas goes on, and nothing is lost but speed.
          onError: (error: Error) => console.info(`the map is drawn without the graphics card: ${error.message}`),
        });
        if (this.latest) this.show(...this.latest);
      }, 30),
    );
  }

  /** Whether the layers of the latest scene are in what was drawn, and not still on their way to the card. */
  private drawn(): boolean {
    const layers = (this.deck?.props.layers as Layer[] | undefined) ?? [];
    return layers.length > 0 && layers.every((layer) => layer.isLoaded);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
  }

  clear(): void {
    this.latest = null;
    this.base = null;
    this.deck?.setProps({ layers: [] });
  }

  close(): void {
    this.closed = true;
    this.deck?.finalize();
  }

  /** The canvas with its content of this moment. */
  snapshot(): HTMLCanvasElement | null {
    this.deck?.redraw("picture");
    return this.deck?.getCanvas() ?? null;
  }

  show(scene: Scene, camera: Camera, size: Size, overlay: Overlay, dots: Dot[]): void {
    this.latest = [scene, camera, size, overlay, dots];
    if (!this.deck) {
      this.start();
      return;
    }
    const local = within(scene.frame, camera);
    const larger = camera.scale * scene.frame.pixel;
    // Lines grow a little with the nodes they join, so that a near view is no web of hairs.
    const radius = scene.answer.radius * camera.scale;
    const thick = Math.min(3, Math.max(1, radius / 6));
    if (this.base?.scene !== scene) this.base = { scene, data: arrays(scene) };
    const data = this.base.data;
    const layers: Layer[] = [
      new LineLayer({ id: "glyphs", data: data.glyphs as never, widthUnits: "common" }),
      new LineLayer({ id: "frames", data: data.frames as never, widthUnits: "pixels" }),
      new LineLayer({ id: "bundles", data: data.bundles as never, widthUnits: "pixels", opacity: overlay.fade ? 0.35 : 1 }),
      new LineLayer({ id: "links", data: data.links as never, widthUnits: "pixels", widthScale: thick, opacity: overlay.fade ? 0.45 : 1 }),
      lines("ways", wayLines(overlay.ways, scene, size.width / larger, size.height / larger), Math.min(2, thick)),
      new ScatterplotLayer({
        id: "points",
        data: data.points as never,
        radiusUnits: "common",
        getRadius: scene.answer.radius / scene.frame.pixel,
        radiusMinPixels: 1.3,
        stroked: true,
        lineWidthUnits: "pixels",
        getLineWidth: 1.2,
        antialiasing: true,
      }),
    ];
    const discs = overlay.marks.filter((mark) => mark.form === "disc");
    if (discs.length) layers.push(scatter("discs", discs.map((mark) => ({ place: mark.place, colour: mark.colour })), scene, Math.max((discs[0]?.size ?? 4) / 2, radius)));
    if (dots.length) layers.push(scatter("dots", dots, scene, Math.max(5, radius * 0.7), this.theme.ground));
    this.deck.setProps({ layers, viewState: { target: local.target, zoom: local.zoom } });
  }
}

function attributes(all: Lines): unknown {
  return {
    length: all.count,
    attributes: {
      getSourcePosition: { value: all.ends, size: 2, stride: 16, offset: 0 },
      getTargetPosition: { value: all.ends, size: 2, stride: 16, offset: 8 },
      getColor: { value: all.colours, size: 4 },
      getWidth: { value: all.widths, size: 1 },
    },
  };
}

function arrays(scene: Scene): Record<string, unknown> {
  return {
    glyphs: attributes(scene.glyphs),
    frames: attributes(scene.frames),
    bundles: attributes(scene.bundles),
    links: attributes(scene.links),
    points: {
      length: scene.points.count,
      attributes: {
        getPosition: { value: scene.points.at, size: 2 },
        getFillColor: { value: scene.points.fills, size: 4 },
        getLineColor: { value: scene.points.edges, size: 4 },
      },
    },
  };
}

function lines(id: string, all: Lines, thick: number): Layer {
  return new LineLayer({ id, data: attributes(all) as never, widthUnits: "pixels", widthScale: thick });
}

function scatter(id: string, all: Dot[], scene: Scene, radius: number, rim?: Rgb): Layer {
  const { frame } = scene;
  const at = new Float32Array(all.length * 2);
  const colours = new Uint8ClampedArray(all.length * 4);
  all.forEach((one, i) => {
    at[2 * i] = (one.place[0] - frame.x) / frame.pixel;
    at[2 * i + 1] = (one.place[1] - frame.y) / frame.pixel;
    colours.set([...one.colour, 255], 4 * i);
  });
  return new ScatterplotLayer({
    id,
    data: { length: all.length, attributes: { getPosition: { value: at, size: 2 }, getFillColor: { value: colours, size: 4 } } } as never,
    radiusUnits: "pixels",
    getRadius: radius,
    stroked: rim !== undefined,
    getLineColor: rim ?? [0, 0, 0],
    lineWidthUnits: "pixels",
    getLineWidth: 1.5,
  });
}

import {
  AmbientLight,
  BackSide,
  BasicShadowMap,
  Box3,
  type BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  type Material,
  MathUtils,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Plane,
  Raycaster,
  Scene,
  type Side,
  Sphere,
  Spherical,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { CameraFlight } from './camera-flight';
import { disposeAll, fileNamesAround, nameOf, removeReflections, tinted } from './model-nodes';
import type { Position, View } from './model-view-props';
import { readModel } from './read-model';
import { cutHeight, type Storey, storeysOf } from './storeys';
import { positionOf, verticalView } from './view-geometry';
import { isSoftware } from './web-gl';

const CLICK_PIXELS = 5;
const ROTATION_STEP = Math.PI / 24;
const ZOOM_STEP = 0.85;
/** Edges make plain boxes readable, but they cost as much as the model itself. */
const MOST_EDGED_TRIANGLES = 50_000;
const EDGE_ANGLE_DEGREES = 30;
const SHADOW_PIXELS = 2048;
/** A height above every model, in metres. An infinite one cannot be moved into the coordinates of the camera. */
const NO_CUT = 1_000_000;
/** A mark is seen from this many times the radius of its node. */
const FOCUS_DISTANCE = 3.5;
/** The radius of a mark without a node, as a share of the radius of the model. */
const MARK_SHARE = 0.12;

export interface SceneColors {
  edges: string;
  selection: string;
}

/** Draws a model whenever something changes: the camera, the size, the colours or the selection. */
export class ModelScene {
  readonly element: HTMLCanvasElement;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera: PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly flight: CameraFlight;
  /** Whether the camera is still where `focus` has brought it. */
  private isNear = false;
  /** Nothing is drawn above it. */
  private readonly cut = new Plane(new Vector3(0, -1, 0), NO_CUT);
  private readonly edges = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  private readonly ambient: AmbientLight;
  private readonly sun = new DirectionalLight(0xffffff, 1.6);
  private readonly selectionColor = new Color();
  private model: Object3D | null = null;
  /** The nodes by their names in the file. */
  private readonly nodes = new Map<string, Object3D>();
  /** The materials of the file with the sides that they show. */
  private readonly sides = new Map<Material, Side>();
  private coloring: [colors: ReadonlyMap<string, string>, selected: string | null] = [new Map(), null];
  /** The coloured meshes with the materials that they had before. */
  private colored: { mesh: Mesh; material: Material | Material[] }[] = [];
  private frame: number | null = null;
  private pressed: Vector2 | null = null;
  private followsTouch = false;

  /**
   * @param onDraw called after each drawing, to move the marks that lie over the model
   * @param onClick called with the clicked position, and the names of the nodes of the file around it, nearest first
   * @param onTap called instead of `onClick` when a finger taps the view before `followTouch` was called
   * @throws Error if the browser cannot start WebGL
   */
  constructor(
    private readonly view: View,
    private readonly onDraw: () => void,
    private readonly onClick: (nodeNames: readonly string[], position: Position) => void,
    private readonly onTap: () => void,
  ) {
    this.renderer = new WebGLRenderer({
      antialias: !isSoftware(),
      alpha: true,
    });
    this.element = this.renderer.domElement;
    this.camera = new PerspectiveCamera(view.camera.fov);
    // This listener is called before the one of the controls.
    this.element.addEventListener('pointerdown', this.admit, { capture: true });
    this.controls = new OrbitControls(this.camera, this.element);
    this.flight = new CameraFlight(this.camera, this.controls);
    this.followTouch(false);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => (this.isNear = false));
    this.renderer.localClippingEnabled = true;
    this.renderer.shadowMap.enabled = true;
    // Soft edges take a processor a third of the time of a frame.
    if (isSoftware()) this.renderer.shadowMap.type = BasicShadowMap;
    // Nothing in the model moves, so its shadows are drawn once.
    this.renderer.shadowMap.autoUpdate = false;
    const sky = new DirectionalLight(0xffffff, 0.5);
    sky.position.set(-0.8, 0.4, -0.6);
    this.ambient = new AmbientLight(0xffffff, view.ambientLight.intensity);
    this.scene.add(this.ambient, this.sun, this.sun.target, sky);
    this.element.addEventListener('pointerdown', this.press);
    this.element.addEventListener('pointerup', this.release);
    this.element.addEventListener('pointerup', this.readmit);
    this.element.addEventListener('pointercancel', this.readmit);
    const { position, target } = view.camera;
    this.flight.place(vectorOf(position), vectorOf(target));
  }

  /** Shows the model of a glTF or GLB file. @throws Error if it cannot be read */
  async load(file: ArrayBuffer): Promise<void> {
    const model = await readModel(file);
    if (isSoftware()) removeReflections(model);
    this.model = model;
    this.scene.add(model);
    model.traverse((node) => {
      const name = nameOf(node);
      if (!this.nodes.has(name)) this.nodes.set(name, node);
      if (node instanceof Mesh)
        for (const one of [(node as Mesh).material].flat()) this.sides.set(one, one.side);
    });
    this.addEdges(model);
    const sphere = this.bounds();
    const { radius } = sphere;
    this.castShadows(model, sphere);
    this.camera.near = Math.max(radius / 1000, 0.01);
    this.camera.far = radius * 100;
    this.camera.updateProjectionMatrix();
    this.controls.maxDistance = radius * 20;
    this.draw();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.fov = verticalView(this.view.camera.fov, this.camera.aspect);
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  paint({ edges, selection }: SceneColors): void {
    this.edges.color.set(edges);
    this.selectionColor.set(selection);
    this.draw();
  }

  /** @param intensity of the ambient light; 1 is usual */
  light(intensity: number): void {
    this.ambient.intensity = intensity;
    this.draw();
  }

  /** Turns the model with fingers, or leaves their movements to the page, so that it scrolls. */
  followTouch(follows: boolean): void {
    this.followsTouch = follows;
    this.element.style.touchAction = follows ? 'none' : 'pan-y pinch-zoom';
  }

  /** The current view. Its angle is the configured one. */
  currentView(): View['camera'] {
    const { camera, controls, view } = this;
    const { fov } = view.camera;
    return { position: positionOf(camera.position), target: positionOf(controls.target), fov };
  }

  /** Gives nodes the colours of their names, and the selected node the colour of the selection. */
  color(colors: ReadonlyMap<string, string>, selected: string | null): void {
    this.coloring = [colors, selected];
    for (const { mesh, material } of this.colored.reverse()) {
      disposeAll(mesh.material);
      mesh.material = material;
    }
    this.colored = [];
    for (const [name, color] of colors) this.tint(name, new Color(color));
    if (selected !== null) this.tint(selected, this.selectionColor);
    this.draw();
  }

  /** Returns the place of a position on the canvas, in pixels. Null if it is behind the camera. */
  project({ x, y, z }: Position): { left: number; top: number } | null {
    const point = new Vector3(x, y, z).project(this.camera);
    if (point.z > 1) return null;
    const { clientWidth, clientHeight } = this.element;
    return { left: ((point.x + 1) / 2) * clientWidth, top: ((1 - point.y) / 2) * clientHeight };
  }

  /** Turns the camera around its target by steps: right and up are positive. */
  turn(right: number, up: number): void {
    this.moveCamera((spherical) => {
      spherical.theta += right * ROTATION_STEP;
      spherical.phi -= up * ROTATION_STEP;
    });
  }

  /** The storeys on which the nodes stand, from the bottom up. */
  storeys(nodeNames: readonly string[]): Storey[] {
    return storeysOf(nodeNames.flatMap((name) => this.boxOf(name)?.min.y ?? []));
  }

  /** Hides everything above a storey. Null shows the whole model. */
  open(storey: Storey | null): void {
    this.cut.constant = storey ? Math.min(cutHeight(storey), NO_CUT) : NO_CUT;
    const clippingPlanes = storey ? [this.cut] : null;
    for (const [material, side] of this.sides) {
      // Cut walls show their inner sides. Transparent ones would be drawn twice.
      const shown = storey && !material.transparent ? DoubleSide : side;
      Object.assign(material, {
        side: shown,
        shadowSide: storey ? BackSide : null,
        clippingPlanes,
        clipShadows: true,
      });
      material.needsUpdate = true;
    }
    this.edges.clippingPlanes = clippingPlanes;
    this.renderer.shadowMap.needsUpdate = true;
    this.color(...this.coloring);
  }

  /** Flies to a mark. The direction of the view remains. */
  focus(position: Position, nodeName: string | null): void {
    this.isNear = true;
    const box = nodeName === null ? null : this.boxOf(nodeName);
    const radius = box?.getBoundingSphere(new Sphere()).radius ?? this.bounds().radius * MARK_SHARE;
    const target = vectorOf(position);
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.flight.to(target.clone().addScaledVector(direction, radius * FOCUS_DISTANCE), target);
  }

  /** Flies back from a mark, unless the user has chosen another view since then. */
  leave(): void {
    if (this.isNear) this.reset();
  }

  /** Shows nodes, or the whole model, as a plan: from above, with the far side of the model at the top. */
  showFromAbove(nodeNames: readonly string[]): void {
    this.isNear = false;
    const box = new Box3();
    for (const name of nodeNames) box.union(this.boxOf(name) ?? new Box3());
    const { center, radius } = box.isEmpty() ? this.bounds() : box.getBoundingSphere(new Sphere());
    const { fov, aspect } = this.camera;
    const half = Math.tan(MathUtils.degToRad(fov) / 2) * Math.min(1, aspect);
    // A camera exactly above its target has no direction that is up.
    const distance = radius / half;
    this.flight.to(center.clone().add(new Vector3(0, distance, distance / 1000)), center);
  }

  /** Moves the camera nearer to its target, or further away. */
  zoom(direction: 'in' | 'out'): void {
    this.moveCamera((spherical) => {
      spherical.radius *= direction === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP;
    });
  }

  /** Shows the initial view again. */
  reset(): void {
    this.isNear = false;
    const { position, target } = this.view.camera;
    this.flight.to(vectorOf(position), vectorOf(target));
  }

  dispose(): void {
    this.flight.end();
    this.color(new Map(), null);
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.model?.traverse((part) => {
      if (!(part instanceof Mesh || part instanceof LineSegments)) return;
      (part.geometry as BufferGeometry).dispose();
      disposeAll(part.material as Material | Material[]);
    });
    this.controls.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.element.remove();
  }

  /** Draws in the next frame. Several calls before that frame cause only one drawing. */
  private draw(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.renderer.render(this.scene, this.camera);
      this.onDraw();
    });
  }

  private tint(nodeName: string, color: Color): void {
    this.nodes.get(nodeName)?.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      const mesh = part as Mesh;
      this.colored.push({ mesh, material: mesh.material });
      mesh.material = Array.isArray(mesh.material)
        ? mesh.material.map((one) => tinted(one, color))
        : tinted(mesh.material, color);
    });
  }

  private moveCamera(change: (spherical: Spherical) => void): void {
    this.flight.end();
    this.isNear = false;
    const { target, minDistance, maxDistance } = this.controls;
    const spherical = new Spherical().setFromVector3(this.camera.position.clone().sub(target));
    change(spherical);
    spherical.makeSafe();
    spherical.radius = Math.min(Math.max(spherical.radius, minDistance), maxDistance);
    this.camera.position.setFromSpherical(spherical).add(target);
    this.controls.update();
    this.draw();
  }

  /** The light comes from the right, from above and from the front. Its shadows cover the whole model. */
  private castShadows(model: Object3D, { center, radius }: Sphere): void {
    model.traverse((part) => {
      part.castShadow = part instanceof Mesh;
      part.receiveShadow = part instanceof Mesh;
    });
    const { sun, renderer } = this;
    sun.position.copy(center).addScaledVector(new Vector3(0.6, 1, 0.8).normalize(), 2 * radius);
    sun.target.position.copy(center);
    sun.castShadow = true;
    sun.shadow.mapSize.setScalar(SHADOW_PIXELS);
    sun.shadow.normalBias = radius / SHADOW_PIXELS;
    const { camera } = sun.shadow;
    Object.assign(camera, {
      left: -radius,
      right: radius,
      top: radius,
      bottom: -radius,
      near: radius,
      far: 3 * radius,
    });
    camera.updateProjectionMatrix();
    renderer.shadowMap.needsUpdate = true;
  }

  private addEdges(model: Object3D): void {
    const meshes: Mesh[] = [];
    model.traverse((part) => {
      if (part instanceof Mesh) meshes.push(part as Mesh);
    });
    const triangles = meshes.reduce((sum, { geometry }) => {
      const corners = (geometry.index ?? geometry.attributes.position)?.count ?? 0;
      return sum + corners / 3;
    }, 0);
    if (triangles > MOST_EDGED_TRIANGLES) return;
    for (const mesh of meshes) {
      mesh.add(new LineSegments(new EdgesGeometry(mesh.geometry, EDGE_ANGLE_DEGREES), this.edges));
    }
  }

  private boxOf(nodeName: string): Box3 | null {
    const node = this.nodes.get(nodeName);
    const box = node && new Box3().setFromObject(node);
    // A light or a group without parts has no size.
    return !box || box.isEmpty() ? null : box;
  }

  private bounds(): Sphere {
    return new Box3().setFromObject(this.model ?? this.scene).getBoundingSphere(new Sphere());
  }

  /** Fingers scroll the page until the user has asked to turn the model. */
  private readonly admit = ({ pointerType }: PointerEvent): void => {
    this.controls.enabled = pointerType !== 'touch' || this.followsTouch;
  };

  /** The wheel has no pointer that could be admitted, so it must work after a touch. */
  private readonly readmit = (): void => {
    this.controls.enabled = true;
  };

  private readonly press = ({ button, clientX, clientY }: PointerEvent): void => {
    this.pressed = button === 0 ? new Vector2(clientX, clientY) : null;
  };

  /** A press of the main button without a movement is a click. */
  private readonly release = ({ clientX, clientY, pointerType }: PointerEvent): void => {
    const isClick = this.pressed && this.pressed.distanceTo(new Vector2(clientX, clientY)) < CLICK_PIXELS;
    this.pressed = null;
    if (isClick && pointerType === 'touch' && !this.followsTouch) {
      this.onTap();
      return;
    }
    if (!isClick || !this.model) return;
    const { left, top, width, height } = this.element.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray
      .intersectObject(this.model)
      .find(({ object, point }) => object instanceof Mesh && this.cut.distanceToPoint(point) >= 0);
    if (hit) this.onClick(fileNamesAround(hit.object), positionOf(hit.point));
  };
}

const vectorOf = ({ x, y, z }: Position): Vector3 => new Vector3(x, y, z);

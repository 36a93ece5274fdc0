export interface Position {
  x: number;
  y: number;
  z: number;
}

/** A place of the model with a title, such as a device. */
export interface Mark {
  id: string;
  title: string;
  position: Position;
  /** The name of the node of the model that the mark stands for. */
  nodeName?: string | null;
  /** A live value, shown below the title. */
  value?: string;
}

export interface View {
  camera: { position: Position; target: Position; fov: number };
  ambientLight: { intensity: number };
}

/** The parts of a shown model that a page may use. */
export interface ShownModel {
  currentView: () => View['camera'];
}

export interface ModelViewProps {
  /** A glTF or GLB file. */
  file: ArrayBuffer;
  view: View;
  marks: readonly Mark[];
  /** The colours of nodes by their names. Other nodes have the colours of the file. */
  colors?: ReadonlyMap<string, string>;
  /** The id of the selected mark. */
  selected?: string;
  onSelect?: (id: string) => void;
  /** Called with each clicked position of the model, and the names of the node there and of the nodes around it. */
  onPlace?: (position: Position, nodeNames: readonly string[]) => void;
  /** Overrides the intensity of the ambient light in `view`, whose changes load the model again. */
  ambientIntensity?: number;
  /** Called once the model is loaded. */
  onShown?: (model: ShownModel) => void;
  /** Describes the model for screen readers. */
  label: string;
  /** In CSS units. */
  height: string;
}

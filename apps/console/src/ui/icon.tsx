interface IconProps {
  /** A path of `@mdi/js`. */
  path: string;
  size?: number;
  color?: string;
}

/** A picture beside a text or within a labelled control. It has no text of its own. */
export function Icon({ path, size = 20, color = 'currentColor' }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={path} fill={color} />
    </svg>
  );
}

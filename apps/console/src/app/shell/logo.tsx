import { useState } from 'react';
import { usePlatform } from '../../api/platform';
import classes from './logo.module.css';

/**
 * The logo of the platform, or the one of the product if none is configured or the browser cannot load it. The caller
 * shows the name beside it.
 */
export function Logo({ size = 28 }: { size?: number }) {
  const logoUrl = usePlatform()?.logoUrl ?? null;
  const [failed, setFailed] = useState<string | null>(null);
  if (logoUrl === null || logoUrl === failed) return <ProductLogo size={size} />;
  return (
    <img
      src={logoUrl}
      alt=""
      height={size}
      className={classes.logo}
      referrerPolicy="no-referrer"
      onError={() => setFailed(logoUrl)}
    />
  );
}

function ProductLogo({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0f766e" />
      <path
        d="M7 17h4l2.5-7 5 13 2.5-6h4"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

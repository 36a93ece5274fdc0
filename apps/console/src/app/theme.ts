import {
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  createTheme,
} from '@mantine/core';
import type { Preferences } from './preferences/preference-layers';

const teal: MantineColorsTuple = [
  '#eefaf8',
  '#d9f2ee',
  '#b0e3dc',
  '#82d2c8',
  '#55bdb1',
  '#2ba498',
  '#14877d',
  '#0f766e',
  '#0b5f59',
  '#084a46',
];

const FONTS =
  'Inter, system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/**
 * Mantine renders the header of a dialog as `header`, which screen readers would announce as the header of the page.
 */
const plainHeader = { attributes: { header: { role: 'presentation' } } };

/**
 * Compact pages have smaller controls, and less space between rows. Fields for numbers accept both decimal marks.
 * @param decimalSeparator the mark that fields for numbers show
 * @param close names the button that closes a message, for screen readers
 */
export function consoleTheme(
  density: Preferences['density'],
  decimalSeparator: string,
  close: string,
): MantineThemeOverride {
  const isCompact = density === 'compact';
  const size = isCompact ? 'xs' : 'sm';
  const control = { defaultProps: { size } };
  return createTheme({
    primaryColor: 'teal',
    primaryShade: 7,
    colors: { teal },
    fontFamily: FONTS,
    headings: { fontFamily: FONTS, fontWeight: '600' },
    defaultRadius: 'md',
    respectReducedMotion: true,
    cursorType: 'pointer',
    spacing: isCompact ? { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '22px' } : {},
    components: {
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
      Button: control,
      TextInput: control,
      PasswordInput: control,
      // Units such as `m3` contain digits, which the field would otherwise read as a part of the typed number.
      NumberInput: { defaultProps: { size, decimalSeparator, valueIsNumericString: true } },
      Autocomplete: control,
      Textarea: { defaultProps: { size, autosize: true, minRows: 2 } },
      Select: { defaultProps: { size, allowDeselect: false } },
      MultiSelect: control,
      SegmentedControl: control,
      Table: { defaultProps: { verticalSpacing: isCompact ? 4 : 'xs', horizontalSpacing: 'md' } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
      Modal: { defaultProps: { centered: true, ...plainHeader } },
      Drawer: { defaultProps: plainHeader },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } },
    },
  });
}

/** Secondary texts have a contrast of at least 4.5:1 in both themes. */
export const readableVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#f6f8f8',
    '--mantine-color-dimmed': '#56616b',
    '--mantine-color-placeholder': '#68727c',
    '--mantine-color-error': '#c02626',
    '--page-surface': '#ffffff',
    '--page-border': '#e1e6e8',
  },
  dark: {
    '--mantine-color-body': '#14181b',
    '--mantine-color-dimmed': '#a3adb5',
    '--mantine-color-placeholder': '#98a2ab',
    '--mantine-color-error': '#ff8787',
    '--page-surface': '#1d2226',
    '--page-border': '#30373d',
  },
});

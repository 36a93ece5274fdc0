import { type ReactNode, useEffect, useMemo } from 'react';
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from '../api/query-client';
import { FormatContext, regionalFormats } from '../format/regional-formats';
import { showTexts } from '../ui/messages/use-message-text';
import { useUiTexts } from '../ui/ui.texts';
import { ProvideWidgetViews } from '../ui/widget/widget-views';
import { usePreferences } from './preferences/preferences';
import { consoleTheme, readableVariables } from './theme';
import { WIDGET_VIEWS } from './widget-views';

/** The nonce with which the policy of the page allows style elements. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
// The package that locks the scrolling behind dialogs reads the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

const COLOR_SCHEMES = { system: 'auto', light: 'light', dark: 'dark' } as const;

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Appearance>{children}</Appearance>
    </QueryClientProvider>
  );
}

/** Applies language, formats, theme, density and font size from the preferences. */
function Appearance({ children }: { children: ReactNode }) {
  const { theme, language, density, fontSize, dateOrder, clock, decimalMark, firstWeekday, timeZone } =
    usePreferences();
  const formats = useMemo(
    () => ({ dateOrder, clock, decimalMark, firstWeekday, timeZone }),
    [dateOrder, clock, decimalMark, firstWeekday, timeZone],
  );
  const mark = regionalFormats(language, navigator.language, formats).decimalMark;
  useEffect(() => showTexts(language), [language]);
  useEffect(() => {
    document.documentElement.style.fontSize = fontSize === 'large' ? '112.5%' : '';
  }, [fontSize]);
  return (
    <MantineProvider
      theme={consoleTheme(density, mark, useUiTexts()('close'))}
      defaultColorScheme={COLOR_SCHEMES[theme]}
      cssVariablesResolver={readableVariables}
      getStyleNonce={() => nonce ?? ''}
    >
      <ColorScheme theme={theme} />
      {/* The lower corners have the buttons of forms. */}
      <Notifications position="top-center" />
      <FormatContext value={formats}>
        <ProvideWidgetViews value={WIDGET_VIEWS}>{children}</ProvideWidgetViews>
      </FormatContext>
    </MantineProvider>
  );
}

function ColorScheme({ theme }: { theme: keyof typeof COLOR_SCHEMES }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(COLOR_SCHEMES[theme]), [theme, setColorScheme]);
  return null;
}

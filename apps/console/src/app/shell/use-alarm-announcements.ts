import { useNavigate } from '@tanstack/react-router';
import type { EventNamed } from '../../api/plantroom';
import { useStream } from '../../api/use-stream';
import { useUiTexts } from '../../ui/ui.texts';
import { usePreferences } from '../preferences/preferences';
import { playAlarmSound } from './alarm-sound';
import { useShellTexts } from './shell.texts';

/** Announces new alarms by a sound and by desktop notifications, if the user has chosen them. */
export function useAlarmAnnouncements(): void {
  const t = useShellTexts();
  const ui = useUiTexts();
  const navigate = useNavigate();
  const { alertSound, desktopNotification } = usePreferences();
  useStream({
    'iot:alarm:trigger': (alarm) => {
      if (alertSound) playAlarmSound();
      if (desktopNotification) notify(alarm);
    },
  });
  function notify({ alertId, severity, message }: EventNamed<'iot:alarm:trigger'>): void {
    // Browsers offer notifications only over HTTPS and on `localhost`.
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    const title = t('alarmRaised', { severity: ui(severity) });
    // The tag keeps several tabs from showing the same alarm twice.
    const shown = new Notification(title, { body: message ?? '', tag: `plantroom-alarm-${alertId}` });
    shown.addEventListener('click', () => {
      focus();
      void navigate({ to: '/alarms', search: { alarm: alertId } });
    });
  }
}

import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { ALARMS } from '../../api/alarms';
import type { EventNamed } from '../../api/plantroom';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useUiTexts } from '../../ui/ui.texts';
import { usePreferences } from '../preferences/preferences';
import { playAlarmSound } from './alarm-sound';
import { useShellTexts } from './shell.texts';

/** An alarm that screen readers announce. */
export interface AnnouncedAlarm {
  alertId: number;
  title: string;
}

/**
 * Keeps all alarm queries up to date. Announces new alarms by a sound and by desktop notifications, if the user has
 * chosen them.
 * @returns the newest critical alarm that was raised while the console is open; null if there is none
 */
export function useAlarmAnnouncements(): AnnouncedAlarm | null {
  const t = useShellTexts();
  const ui = useUiTexts();
  const navigate = useNavigate();
  const { alertSound, desktopNotification } = usePreferences();
  const [critical, setCritical] = useState<AnnouncedAlarm | null>(null);
  useStream({
    alert_update: ({ alertId, title, change, severity, shelvedUntil }) => {
      refetchSoon(ALARMS);
      if (change === 'raised' && severity === 'critical' && !shelvedUntil) setCritical({ alertId, title });
    },
    'iot:alarm:trigger': (alarm) => {
      if (alertSound) playAlarmSound();
      if (desktopNotification) notify(alarm);
    },
  });
  return critical;

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

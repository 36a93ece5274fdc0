import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { ALERTS } from '../../api/alerts';
import type { EventNamed } from '../../api/plantroom';
import { refetchSoon, useStream } from '../../api/use-stream';
import { useAlertText } from '../../ui/messages/use-message-text';
import { useUiTexts } from '../../ui/ui.texts';
import { usePreferences } from '../preferences/preferences';
import { playAlertSound } from './alert-sound';
import { useShellTexts } from './shell.texts';

/** An alert that screen readers announce. */
export interface AnnouncedAlert {
  alertId: number;
  title: string;
}

/**
 * Keeps all alert queries up to date. Announces new alerts by a sound and by desktop notifications, if the user has
 * chosen them.
 * @returns the newest critical alert that was raised while the console is open; null if there is none
 */
export function useAlertAnnouncements(): AnnouncedAlert | null {
  const t = useShellTexts();
  const ui = useUiTexts();
  const text = useAlertText();
  const navigate = useNavigate();
  const { alertSound, desktopNotification } = usePreferences();
  const [critical, setCritical] = useState<AnnouncedAlert | null>(null);
  useStream({
    alert_update: ({ alertId, title, change, severity, shelvedUntil }) => {
      refetchSoon(ALERTS);
      if (change === 'raised' && severity === 'critical' && !shelvedUntil) setCritical({ alertId, title });
    },
    'iot:alarm:trigger': (alert) => {
      if (alertSound) playAlertSound();
      if (desktopNotification) notify(alert);
    },
  });
  return critical;

  function notify({ alertId, severity, message, messageText }: EventNamed<'iot:alarm:trigger'>): void {
    // Browsers offer notifications only over HTTPS and on `localhost`.
    if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
    const title = t('alertRaised', { severity: ui(severity) });
    // The tag keeps several tabs from showing the same alert twice.
    const shown = new Notification(title, {
      body: text(message ?? '', messageText),
      tag: `plantroom-alert-${alertId}`,
    });
    shown.addEventListener('click', () => {
      focus();
      void navigate({ to: '/alerts', search: { alert: alertId } });
    });
  }
}

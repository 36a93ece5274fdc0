import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, Slider, Stack, Switch, Text } from '@mantine/core';
import { mdiLightbulb, mdiLightbulbOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { useFailureText } from '../../ui/failures/use-failure-text';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import classes from './label-card.module.css';
import { type Deviation, deviationOf, isControllable, isDimmable } from './light-levels';
import { type Label, type LightState, type LightingStatus, lightingStatusQuery } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';
import { Scenes } from './scenes';
import { type Command, useLightingCommand } from './use-lighting-command';

const DEVIATION_TONES: Record<Exclude<Deviation, null>, Tone> = {
  pending: 'info',
  failed: 'critical',
  shouldBeOn: 'caution',
  shouldBeOff: 'caution',
};

/** A key that is pressed several times sends one command. */
const RESTING_MS = 300;

/** The state of the lights of one label, and the controls for them. */
export function LabelCard({ label }: { label: Label }) {
  const t = useLightingTexts();
  if (!isControllable(label)) {
    return (
      <Panel title={label.text}>
        <Text c="dimmed" size="sm">
          {t('noControl')}
        </Text>
      </Panel>
    );
  }
  return <ControlledLabel label={label} />;
}

function ControlledLabel({ label }: { label: Label }) {
  const isOperator = useHasRole('operator');
  const status = useQuery(lightingStatusQuery(label.id));
  const command = useLightingCommand(label);
  // Controls are not disabled meanwhile, because a disabled one loses the focus of the keyboard.
  const send = (wanted: Command) => {
    if (!command.isPending) command.mutate(wanted);
  };
  return (
    <Panel title={label.text} actions={status.data && <Summary status={status.data} />}>
      <QueryState query={status} height={260}>
        {(current) => (
          <Stack gap="md">
            {isOperator && (
              <>
                <Switches label={label} status={current} isSending={command.isPending} onSend={send} />
                {isDimmable(label) && (
                  <Dimmer label={label} status={current} isSending={command.isPending} onSend={send} />
                )}
              </>
            )}
            <Lights label={label} lights={current.devices} isSending={command.isPending} onSend={send} />
            <Scenes label={label} lights={current.devices} isSending={command.isPending} onSend={send} />
          </Stack>
        )}
      </QueryState>
    </Panel>
  );
}

function Summary({ status: { on, brightness, power } }: { status: LightingStatus }) {
  const t = useLightingTexts();
  const { share, quantity } = useFormat();
  return (
    <Group gap="xs">
      {power !== undefined && (
        <Text size="xs" c="dimmed">
          {quantity(power, 'W', 0)}
        </Text>
      )}
      <StateBadge tone={on ? 'caution' : 'neutral'}>
        {on
          ? [t('on'), brightness !== undefined && share(brightness / 100)].filter(Boolean).join(' · ')
          : t('off')}
      </StateBadge>
    </Group>
  );
}

interface ControlProps {
  label: Label;
  isSending: boolean;
  onSend: (command: Command) => void;
}

function Switches({ label, status, isSending, onSend }: ControlProps & { status: LightingStatus }) {
  const t = useLightingTexts();
  const areAllOn = status.devices.every(({ on }) => on);
  const choices = [
    { on: false, title: t('off'), isCurrent: !status.on },
    { on: 'half', title: t('half'), isCurrent: false },
    { on: true, title: t('on'), isCurrent: areAllOn },
  ] as const;
  return (
    <Button.Group aria-label={t('all', { label: label.text })}>
      {choices.map(({ on, title, isCurrent }) => (
        <Button
          key={title}
          flex={1}
          variant={isCurrent ? 'filled' : 'default'}
          aria-pressed={isCurrent}
          aria-disabled={isSending}
          onClick={() => onSend({ on })}
        >
          {title}
        </Button>
      ))}
    </Button.Group>
  );
}

interface DimmerProps extends ControlProps {
  status: LightingStatus;
}

/** A slider that follows the reported brightness, except while the user moves it or the lights follow it. */
function Dimmer({ label, status: { brightness = 0, updatedAt }, isSending, onSend }: DimmerProps) {
  const t = useLightingTexts();
  const { share } = useFormat();
  const reported = `${updatedAt} ${brightness}`;
  const [shown, setShown] = useState(reported);
  const [level, setLevel] = useState(Math.round(brightness));
  const [isMoving, setMoving] = useState(false);
  /** The level to send once the slider rests and the previous command has ended. */
  const [unsent, setUnsent] = useState<number | null>(null);
  if (shown !== reported && !isMoving && unsent === null && !isSending) {
    setShown(reported);
    setLevel(Math.round(brightness));
  }
  const send = useEffectEvent((value: number) => {
    setUnsent(null);
    onSend({ action: 'dim', value });
  });
  useEffect(() => {
    if (unsent === null || isSending) return undefined;
    const timer = setTimeout(() => send(unsent), RESTING_MS);
    return () => clearTimeout(timer);
  }, [unsent, isSending]);
  return (
    <Slider
      thumbLabel={t('brightness', { label: label.text })}
      value={level}
      label={(value) => share(value / 100)}
      step={5}
      marks={[{ value: 0 }, { value: 25 }, { value: 50 }, { value: 75 }, { value: 100 }]}
      onChange={(value) => {
        setLevel(value);
        setMoving(true);
      }}
      onChangeEnd={(value) => {
        setMoving(false);
        setUnsent(value);
      }}
    />
  );
}

function Lights({ label, lights, isSending, onSend }: ControlProps & { lights: readonly LightState[] }) {
  const t = useLightingTexts();
  const isOperator = useHasRole('operator');
  const failureText = useFailureText();
  const nameOf = (id: string) => label.devices.find(({ deviceId }) => deviceId === id)?.name ?? id;
  return (
    <ul className={classes.lights} aria-label={t('lights')}>
      {lights.map((light) => {
        const { deviceId, on, desired } = light;
        const deviation = deviationOf(light);
        return (
          <li key={deviceId} className={classes.light}>
            <span className={classes.bulb} data-on={on || undefined}>
              <Icon path={on ? mdiLightbulb : mdiLightbulbOutline} />
            </span>
            <span>
              <span className={classes.name}>{nameOf(deviceId)}</span>
              <br />
              <LightText light={light} />
            </span>
            <Group gap="xs" wrap="nowrap">
              {deviation && <StateBadge tone={DEVIATION_TONES[deviation]}>{t(deviation)}</StateBadge>}
              {isOperator && (
                <Switch
                  aria-label={t('switchLight', { name: nameOf(deviceId) })}
                  checked={on ?? false}
                  aria-disabled={isSending}
                  onChange={({ currentTarget }) =>
                    onSend({ action: currentTarget.checked ? 'on' : 'off', devices: [deviceId] })
                  }
                />
              )}
            </Group>
            {deviation === 'failed' && desired?.error && (
              <span className={classes.error}>{failureText(desired.error)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function LightText({ light: { on, level } }: { light: LightState }) {
  const t = useLightingTexts();
  const { share } = useFormat();
  const state = on === null ? t('unknown') : t(on ? 'on' : 'off');
  return (
    <span className={classes.state}>
      {[state, on && level !== null && t('level', { level: share(level / 100) })].filter(Boolean).join(' · ')}
    </span>
  );
}

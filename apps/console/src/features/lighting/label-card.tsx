import { Button, Group, Slider, Stack, Switch, Text } from '@mantine/core';
import { mdiLightbulb, mdiLightbulbOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../api/account';
import { usePointsOf } from '../../api/points';
import { useFormat } from '../../format/use-format';
import { StateBadge, type Tone } from '../../ui/badge';
import { useMessageText } from '../../ui/messages/use-message-text';
import { Icon } from '../../ui/icon';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import classes from './label-card.module.css';
import {
  codesOf,
  areHalf,
  type Deviation,
  deviationOf,
  isControllable,
  isDimmable,
  withoutReadOnly,
} from './light-levels';
import { type Label, type LightState, type LightingStatus, lightingStatusQuery } from './lighting.queries';
import { useLightingTexts } from './lighting.texts';
import { Scenes } from './scenes';
import { type LightControl, useLightControl } from './use-light-control';
import type { Command } from './use-lighting-command';

const DEVIATION_TONES: Record<Exclude<Deviation, null>, Tone> = {
  pending: 'info',
  failed: 'critical',
  shouldBeOn: 'caution',
  shouldBeOff: 'caution',
};

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
  const status = useQuery(lightingStatusQuery(label.id));
  return (
    <Panel title={label.text} actions={status.data && <Summary status={status.data} />}>
      <LabelControls label={label} />
    </Panel>
  );
}

/** `usePointsOf` finds this number of points. Others are not known to be read-only. */
const MOST_CODES = 100;

/** The lights of a label with their controls. Points that are known to be read-only have none. */
export function LabelControls({ label: shown }: { label: Label }) {
  const t = useLightingTexts();
  const isOperator = useHasRole('operator');
  const points = usePointsOf(isOperator ? shown.devices.flatMap(codesOf).slice(0, MOST_CODES) : []);
  const label = withoutReadOnly(shown, points);
  const control = useLightControl(label);
  const controlProps = { label, onSend: control.send };
  return (
    <QueryState query={useQuery(lightingStatusQuery(label.id))} height={260}>
      {(current) => (
        <Stack gap="md">
          {isOperator && !isControllable(label) && (
            <Text c="dimmed" size="sm">
              {t('noControl')}
            </Text>
          )}
          {isOperator && isControllable(label) && (
            <>
              <Switches {...controlProps} status={current} />
              {isDimmable(label) && <Dimmer label={label} status={current} control={control} />}
            </>
          )}
          <Lights {...controlProps} lights={current.devices} />
          <Scenes {...controlProps} lights={current.devices} />
        </Stack>
      )}
    </QueryState>
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
  onSend: (command: Command) => void;
}

function Switches({ label, status, onSend }: ControlProps & { status: LightingStatus }) {
  const t = useLightingTexts();
  const isHalf = areHalf(label, status.devices);
  const areAllOn = !isHalf && status.devices.every(({ on }) => on);
  const choices = [
    { on: false, title: t('off'), isCurrent: !status.on },
    { on: 'half', title: t('half'), isCurrent: isHalf },
    { on: true, title: t('on'), isCurrent: areAllOn },
  ] as const;
  return (
    <Button.Group aria-label={t('all', { group: label.text })}>
      {choices.map(({ on, title, isCurrent }) => (
        <Button
          key={title}
          flex={1}
          variant={isCurrent ? 'filled' : 'default'}
          aria-pressed={isCurrent}
          onClick={() => onSend({ on })}
        >
          {title}
        </Button>
      ))}
    </Button.Group>
  );
}

interface DimmerProps {
  label: Label;
  status: LightingStatus;
  control: LightControl;
}

/**
 * A slider that shows the reported brightness. A level that the user chooses is shown until the lights report another
 * state, or until its command fails.
 */
function Dimmer({ label, status: { brightness = 0, updatedAt }, control }: DimmerProps) {
  const t = useLightingTexts();
  const { share } = useFormat();
  const { chosen, choose, isSending, hasFailed } = control;
  const reported = `${updatedAt} ${brightness}`;
  const isOver = chosen?.stage === 'sent' && !isSending && (hasFailed || chosen.reported !== reported);
  return (
    <Slider
      thumbLabel={t('brightness', { group: label.text })}
      value={chosen && !isOver ? chosen.value : Math.round(brightness)}
      label={(value) => share(value / 100)}
      step={5}
      marks={[{ value: 0 }, { value: 25 }, { value: 50 }, { value: 75 }, { value: 100 }]}
      onChange={(value) => choose({ value, stage: 'moving', reported })}
      onChangeEnd={(value) => choose({ value, stage: 'resting', reported })}
    />
  );
}

function Lights({ label, lights, onSend }: ControlProps & { lights: readonly LightState[] }) {
  const t = useLightingTexts();
  const isOperator = useHasRole('operator');
  const messageText = useMessageText();
  const devicesOf = (id: string) => label.devices.filter(({ deviceId }) => deviceId === id);
  const nameOf = (id: string) => devicesOf(id)[0]?.name ?? id;
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
              {isOperator && isControllable({ devices: devicesOf(deviceId) }) && (
                <Switch
                  aria-label={t('switchLight', { name: nameOf(deviceId) })}
                  checked={on ?? false}
                  onChange={({ currentTarget }) =>
                    onSend({ action: currentTarget.checked ? 'on' : 'off', devices: [deviceId] })
                  }
                />
              )}
            </Group>
            {deviation === 'failed' && desired?.failure && (
              <span className={classes.error}>{messageText(desired.failure)}</span>
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

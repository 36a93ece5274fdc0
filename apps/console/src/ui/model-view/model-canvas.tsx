import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ActionIcon, Button, Group, SegmentedControl, Skeleton, useComputedColorScheme } from '@mantine/core';
import {
  mdiFloorPlan,
  mdiImageFilterCenterFocus,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
} from '@mdi/js';
import { Icon } from '../icon';
import { ModelScene } from './model-scene';
import type { Mark, ModelViewProps, Position } from './model-view-props';
import { placeMarks } from './place-marks';
import { isOnStorey } from './storeys';
import { hasWebGl } from './web-gl';
import classes from './model-view.module.css';
import { useModelViewTexts } from './model-view.texts';

/** The choice of the storeys that shows the whole building. */
const WHOLE = '';
const COLORS = {
  light: { edges: '#4b5a63', selection: '#0f9488' },
  dark: { edges: '#a7b6bf', selection: '#2ba498' },
} as const;

interface ModelCanvasProps extends ModelViewProps {
  onFailed: (reason: 'noWebGl' | 'unreadable') => void;
}

/** Draws the model with its marks over it. */
export default function ModelCanvas(props: ModelCanvasProps) {
  const { file, view, marks, selected, onSelect, onPlace, onShown, label, height, onFailed } = props;
  const { ambientIntensity = view.ambientLight.intensity } = props;
  const t = useModelViewTexts();
  const frame = useRef<HTMLDivElement>(null);
  const elements = useRef(new Map<string, HTMLElement>());
  /** Null until the model is loaded. */
  const [scene, setScene] = useState<ModelScene | null>(null);
  const [followsTouch, setFollowsTouch] = useState(false);
  // The marks change with each value, and the boxes of their nodes do not.
  const names = nodesOf(marks).join('\n');
  const nodes = useMemo(() => (names === '' ? [] : names.split('\n')), [names]);
  const storeys = useMemo(() => scene?.storeys(nodes) ?? [], [scene, nodes]);
  const [level, setLevel] = useState(WHOLE);
  const open = level === WHOLE ? null : (storeys[Number(level)] ?? null);
  const chosen = marks.find(({ id }) => id === selected);
  const [followed, setFollowed] = useState(selected);
  if (followed !== selected) {
    setFollowed(selected);
    // An open storey would hide a chosen mark of another one.
    const at = open && chosen ? storeys.findIndex((one) => isOnStorey(one, chosen.position.y)) : -1;
    if (at >= 0) setLevel(String(at));
  }
  const failed = useEffectEvent(onFailed);
  const shownModel = useEffectEvent((model: ModelScene) => onShown?.(model));
  const clicked = useEffectEvent((names: readonly string[], position: Position) => {
    onPlace?.(position, names);
    if (onPlace) return;
    const mark = names
      .map((name) => marks.find(({ nodeName }) => nodeName === name))
      .find((found) => found !== undefined);
    // Another click on the chosen object would close it.
    if (mark && mark.id !== selected) onSelect?.(mark.id);
  });
  const place = useEffectEvent((on: ModelScene) => {
    const placed = marks.flatMap(({ id, position }) => {
      const element = elements.current.get(id);
      return element ? [{ element, isFirst: id === selected, at: on.project(position) }] : [];
    });
    placeMarks(placed);
  });

  useEffect(() => {
    if (!frame.current) return undefined;
    let created: ModelScene;
    if (!hasWebGl()) {
      failed('noWebGl');
      return undefined;
    }
    try {
      created = new ModelScene(
        view,
        () => place(created),
        (names, position) => clicked(names, position),
        () => setFollowsTouch(true),
      );
    } catch {
      failed('noWebGl');
      return undefined;
    }
    const { current } = frame;
    current.prepend(created.element);
    // The size is set here, because the observer reports it only with the first frame.
    created.resize(current.clientWidth, current.clientHeight);
    const observer = new ResizeObserver(() => created.resize(current.clientWidth, current.clientHeight));
    observer.observe(current);
    let isGone = false;
    const show = () => {
      setScene(created);
      shownModel(created);
    };
    created.load(file).then(
      () => !isGone && show(),
      () => !isGone && failed('unreadable'),
    );
    return () => {
      isGone = true;
      observer.disconnect();
      created.dispose();
    };
  }, [file, view]);
  // Marks have no positions until the model is loaded.
  const loaded = scene ? marks : [];
  const shown = open ? loaded.filter(({ position }) => isOnStorey(open, position.y)) : loaded;
  const colors = COLORS[useComputedColorScheme('light')];
  useEffect(() => scene?.paint(colors), [scene, colors]);
  useEffect(() => scene?.light(ambientIntensity), [scene, ambientIntensity]);
  const nodeName = chosen?.nodeName ?? null;
  useEffect(() => scene?.open(open), [scene, open]);
  const fly = useEffectEvent((on: ModelScene, id: string | undefined) => {
    // A person who places a mark chooses the view.
    if (onPlace) return;
    const mark = marks.find((one) => one.id === id);
    if (mark) on.focus(mark.position, mark.nodeName ?? null);
    else on.leave();
  });
  useEffect(() => {
    if (scene) fly(scene, selected);
  }, [scene, selected]);
  const { colors: nodeColors } = props;
  useEffect(() => scene?.color(nodeColors ?? new Map(), nodeName), [scene, nodeColors, nodeName]);
  useEffect(() => {
    if (scene) place(scene);
  });
  useEffect(() => scene?.followTouch(followsTouch), [scene, followsTouch]);

  return (
    <div ref={frame} className={classes.frame} style={{ height }}>
      <button
        type="button"
        className={classes.keys}
        aria-label={`${label}. ${t('keys')}`}
        onKeyDown={(event) => {
          if (scene && isHandled(scene, event.key)) event.preventDefault();
        }}
      />
      {!scene && <Skeleton className={classes.loading} height="100%" />}
      {shown.map((mark) => (
        <MarkButton
          key={mark.id}
          mark={mark}
          isSelected={mark.id === selected}
          onSelect={onSelect}
          hold={(element) => {
            if (element) elements.current.set(mark.id, element);
            else elements.current.delete(mark.id);
          }}
        />
      ))}
      <div className={classes.touch}>
        {followsTouch ? (
          <Button size="compact-sm" variant="default" onClick={() => setFollowsTouch(false)}>
            {t('scroll')}
          </Button>
        ) : (
          <span className={classes.hint}>{t('tap')}</span>
        )}
      </div>
      {storeys.length > 0 && (
        <SegmentedControl
          className={classes.storeys}
          size="xs"
          orientation="vertical"
          aria-label={t('storey')}
          data={[
            { value: WHOLE, label: t('all') },
            ...storeys.map((_, index) => ({ value: String(index), label: String(index + 1) })).reverse(),
          ]}
          value={level}
          onChange={setLevel}
        />
      )}
      <Group className={classes.tools} gap={4}>
        <ActionIcon
          variant="default"
          aria-label={t('above')}
          onClick={() => scene?.showFromAbove(nodesOf(shown))}
        >
          <Icon path={mdiFloorPlan} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('zoomIn')} onClick={() => scene?.zoom('in')}>
          <Icon path={mdiMagnifyPlusOutline} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('zoomOut')} onClick={() => scene?.zoom('out')}>
          <Icon path={mdiMagnifyMinusOutline} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('reset')} onClick={() => scene?.reset()}>
          <Icon path={mdiImageFilterCenterFocus} />
        </ActionIcon>
      </Group>
    </div>
  );
}

const nodesOf = (marks: readonly Mark[]): string[] => marks.flatMap(({ nodeName }) => nodeName ?? []);

/** Moves the camera by a key. @returns false for other keys */
function isHandled(scene: ModelScene, key: string): boolean {
  if (key === 'ArrowLeft') scene.turn(-1, 0);
  else if (key === 'ArrowRight') scene.turn(1, 0);
  else if (key === 'ArrowUp') scene.turn(0, 1);
  else if (key === 'ArrowDown') scene.turn(0, -1);
  else if (key === '+' || key === '=') scene.zoom('in');
  else if (key === '-') scene.zoom('out');
  else if (key === 'Home' || key === '0') scene.reset();
  else return false;
  return true;
}

interface MarkButtonProps {
  mark: Mark;
  isSelected: boolean;
  onSelect?: (id: string) => void;
  hold: (element: HTMLElement | null) => void;
}

function MarkButton({ mark: { id, title, value }, isSelected, onSelect, hold }: MarkButtonProps) {
  const content = (
    <>
      <span className={classes.title}>{title}</span>
      {value && <span className={classes.value}>{value}</span>}
    </>
  );
  if (!onSelect) {
    return (
      <div ref={hold} className={classes.mark}>
        {content}
      </div>
    );
  }
  return (
    <button
      ref={hold}
      type="button"
      className={classes.mark}
      aria-pressed={isSelected}
      // The Tab key skips the marks, because the list beside the model has the same buttons.
      tabIndex={-1}
      onClick={() => onSelect(id)}
    >
      {content}
    </button>
  );
}

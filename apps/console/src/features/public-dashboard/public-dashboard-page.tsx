import { Fragment, type ReactElement, useEffect } from 'react';
import { Box } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { usePlatform } from '../../api/platform';
import { useChosenLanguage, usePreferences } from '../../app/preferences/preferences';
import { Logo } from '../../app/shell/logo';
import { useFormat } from '../../format/use-format';
import { showTexts } from '../../ui/messages/use-message-text';
import { MissingData } from '../../ui/missing-data';
import { ModelView } from '../../ui/model-view/model-view';
import { Notice } from '../../ui/notice';
import { Panel } from '../../ui/panel';
import { QueryState } from '../../ui/query-state';
import { SEVERITIES, SeverityBadge } from '../../ui/severity-badge';
import { EmptyState } from '../../ui/states';
import { useNowMs } from '../../ui/use-now';
import { useTurn } from '../../ui/use-turn';
import { useWeatherText } from '../../ui/use-weather-text';
import { WidgetGrid } from '../../ui/widget/widget-grid';
import { ProvideWidgetViews } from '../../ui/widget/widget-views';
import { DayCurves, WeekBars } from './course';
import classes from './public-dashboard.module.css';
import {
  type PublicArea,
  type PublicDashboard,
  publicDashboardQuery,
  publicModelFileQuery,
  type PublicScene,
  publicSceneQuery,
} from './public-dashboard.queries';
import { usePublicTexts } from './public-dashboard.texts';

const route = getRouteApi('/public');

/** The public figures of the building, in a size that is readable on a wall screen. */
export function PublicDashboardPage() {
  const dashboard = useQuery(publicDashboardQuery);
  usePublicLanguage();
  return (
    <main className={classes.page}>
      <QueryState query={dashboard} height={600}>
        {(data) => <Dashboard data={data} isOutdated={dashboard.isRefetchError} />}
      </QueryState>
    </main>
  );
}

/** The page has the language of the platform, because nobody chooses one on a wall screen. */
function usePublicLanguage(): void {
  const platform = usePlatform();
  const { language: own } = usePreferences();
  const language = useChosenLanguage() ?? platform?.language ?? own;
  useEffect(() => {
    showTexts(language);
    return () => showTexts(own);
  }, [language, own]);
}

interface DashboardProps {
  data: PublicDashboard;
  isOutdated: boolean;
}

function Dashboard({ data, isOutdated }: DashboardProps) {
  const t = usePublicTexts();
  const { part } = useFormat();
  const isPhone = useMediaQuery('(max-width: 36em) and (min-height: 36em)');
  const { platformName, updatedAt, site, course, areas, alerts, widgets } = data;
  const scene = useQuery(publicSceneQuery).data;
  useEffect(() => {
    document.title = platformName;
  }, [platformName]);
  const figures = (
    <Fragment key="figures">
      <div className={classes.upper}>
        <Totals site={site} />
        <DayCurves course={course} currentPower={site.currentPower} />
      </div>
      <div className={classes.lower}>
        <WeekBars course={course} />
        <Panel title={t('areas')}>
          <Areas areas={areas} total={site.currentPower} />
        </Panel>
        <Panel title={t('alerts')}>
          <Alerts alerts={alerts} />
        </Panel>
      </div>
    </Fragment>
  );
  const url = scene?.model?.file.url;
  const file = useQuery({ ...publicModelFileQuery(url ?? ''), enabled: url !== undefined }).data;
  const parts = useRotation([
    figures,
    scene && file ? <Model key="model" scene={scene} file={file} areas={areas} /> : null,
    widgets.length > 0 ? (
      // Features draw widgets from routes that need a signed-in user.
      <ProvideWidgetViews key="widgets" value={null}>
        <WidgetGrid widgets={widgets} label={t('widgets')} />
      </ProvideWidgetViews>
    ) : null,
  ]);
  return (
    <>
      <Header data={data} />
      {isOutdated && (
        <Notice tone="caution">
          {t('outdated', { time: part(updatedAt, { dateStyle: 'medium', timeStyle: 'medium' }) })}
        </Notice>
      )}
      {/* It scrolls sideways on a phone, so it needs the focus of the keyboard there. */}
      <Box
        component="section"
        className={classes.parts}
        {...(isPhone && { tabIndex: 0, 'aria-label': t('parts') })}
      >
        {parts}
      </Box>
      <footer className={classes.foot}>
        {t('asOf', { time: part(updatedAt, { dateStyle: 'medium', timeStyle: 'medium' }) })}
      </footer>
    </>
  );
}

/** Returns all parts, or the current one. */
function useRotation(all: readonly (ReactElement | null)[]): readonly (ReactElement | null)[] {
  const { rotate } = route.useSearch();
  const parts = all.filter((part) => part !== null);
  const turn = useTurn(parts.length, rotate ?? 1);
  return rotate === undefined ? parts : parts.slice(turn, turn + 1);
}

function Header({ data: { platformName, weather } }: { data: PublicDashboard }) {
  const t = usePublicTexts();
  const { part, quantity } = useFormat();
  const weatherText = useWeatherText();
  const now = new Date(useNowMs()).toISOString();
  return (
    <header className={classes.head}>
      <Logo size={44} />
      <div className={classes.names}>
        <h1 className={classes.title}>{platformName}</h1>
        <p className={classes.subtitle}>{t('title')}</p>
      </div>
      {weather && (
        <p className={classes.weather}>
          <strong>{quantity(weather.temperatureC, '°C', 0)}</strong> {weatherText(weather)}
        </p>
      )}
      <p className={classes.clock}>
        <strong>{part(now, { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })}</strong>{' '}
        {part(now, { weekday: 'long', month: 'long', day: 'numeric' })}
      </p>
    </header>
  );
}

function Totals({ site }: { site: PublicDashboard['site'] }) {
  const t = usePublicTexts();
  const { number, quantity, change } = useFormat();
  const { currentPower, energyToday, energyYesterday, comparedToYesterday, silentMeterCount } = site;
  return (
    <div className={classes.totals}>
      <section className={classes.total}>
        <h2>{t('powerNow')}</h2>
        <p className={classes.figure}>
          {number(currentPower)} <span>kW</span>
        </p>
      </section>
      <section className={classes.total}>
        <h2>{t('today')}</h2>
        <p className={classes.figure}>
          {number(energyToday, 0)} <span>kWh</span>
        </p>
        <p className={classes.note}>{t('yesterday', { amount: quantity(energyYesterday, 'kWh', 0) })}</p>
        {comparedToYesterday !== null && (
          <p className={classes.note}>{t('compared', { change: change(comparedToYesterday) })}</p>
        )}
        <MissingData silentMeters={silentMeterCount} />
      </section>
    </div>
  );
}

/** More rows do not fit on one screen. */
const MOST_AREAS = 12;

interface AreasProps {
  areas: readonly PublicArea[];
  /** The power of the building. If it is not positive, there are no shares. */
  total: number | null;
}

function Areas({ areas, total }: AreasProps) {
  const t = usePublicTexts();
  const { quantity, share } = useFormat();
  if (areas.length === 0) return <EmptyState title={t('noAreas')} />;
  // An area that contains others is only their sum.
  const parents = new Set(areas.map(({ parentId }) => parentId));
  const leaves = areas.filter(({ id }) => !parents.has(id));
  const largest = leaves.toSorted((one, other) => (other.currentPower ?? 0) - (one.currentPower ?? 0));
  const shown = leaves.length > MOST_AREAS ? largest.slice(0, MOST_AREAS) : leaves;
  const shareOf = (power: number | null) =>
    power === null || total === null || total <= 0 ? null : power / total;
  return (
    <ul className={classes.areas}>
      {shown.map(({ id, name, currentPower, energyToday }) => {
        const part = shareOf(currentPower);
        return (
          <li key={id} className={classes.area}>
            <span className={classes.areaName}>{name}</span>
            <progress
              className={classes.bar}
              value={part ?? 0}
              aria-label={t('shareLabel', { name, share: share(part) })}
            />
            <span className={classes.areaShare}>{share(part)}</span>
            <span className={classes.areaPower}>{quantity(currentPower, 'kW')}</span>
            <span className={classes.areaEnergy}>{quantity(energyToday, 'kWh', 0)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Alerts({ alerts }: { alerts: PublicDashboard['alerts'] }) {
  const t = usePublicTexts();
  const { number } = useFormat();
  const active = SEVERITIES.filter((severity) => alerts[severity] > 0);
  if (active.length === 0) return <p className={classes.quiet}>{t('noAlerts')}</p>;
  return (
    <ul className={classes.alerts}>
      {active.map((severity) => (
        <li key={severity} className={classes.alert}>
          <strong>{number(alerts[severity])}</strong>
          <SeverityBadge severity={severity} />
        </li>
      ))}
    </ul>
  );
}

interface ModelProps extends Pick<PublicDashboard, 'areas'> {
  scene: PublicScene;
  file: ArrayBuffer;
}

/** The model, with the power of the areas at the marks that have their names. */
function Model({ scene, file, areas }: ModelProps) {
  const t = usePublicTexts();
  const { quantity } = useFormat();
  const labels = scene.labels.map(({ text, ...label }) => ({ ...label, title: text }));
  const marks = [...scene.hotspots, ...labels].map((mark) => {
    const area = areas.find(({ name }) => name === mark.title);
    return { ...mark, value: area && quantity(area.currentPower, 'kW') };
  });
  return (
    <Panel title={t('model')}>
      <ModelView
        file={file}
        view={scene}
        marks={marks}
        label={t('model')}
        height="clamp(20rem, 55vh, 48rem)"
      />
    </Panel>
  );
}

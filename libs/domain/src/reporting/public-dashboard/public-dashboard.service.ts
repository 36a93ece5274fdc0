import type { WeatherConditions } from '@app/entities';
import { type AlertSeverity, Clock, runOutsideRequests } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ActiveAlertsService } from '../../operations/alerts/active-alerts.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { WeatherService } from '../weather/weather.service';
import { WidgetsService } from '../widgets/widgets.service';
import { type PublicArea, PublicAreasService, type PublicSite } from './public-areas.service';
import { type PublicCourse, PublicCourseService } from './public-course.service';
import { isPublic, type PublicWidget, toPublicWidget } from './public-widget';

/** The figures that everybody may see. */
export interface PublicDashboard {
  platformName: string;
  site: PublicSite;
  course: PublicCourse;
  areas: PublicArea[];
  /** Active alerts that are not shelved, by severity. */
  alerts: Record<AlertSeverity, number>;
  weather: WeatherConditions | null;
  widgets: PublicWidget[];
  /** ISO 8601 UTC. */
  updatedAt: string;
}

/**
 * How long a snapshot is returned. Caches may keep a response for the same time, so the data that a client gets is
 * never older than twice this time.
 */
export const PUBLIC_SNAPSHOT_SECONDS = 15;

/** Computes the public dashboard, at most once per interval for any number of visitors. */
@Injectable()
export class PublicDashboardService {
  private snapshot: { atMs: number; dashboard: Promise<PublicDashboard> } | undefined;

  constructor(
    private readonly areas: PublicAreasService,
    private readonly courses: PublicCourseService,
    private readonly alerts: ActiveAlertsService,
    private readonly weather: WeatherService,
    private readonly widgets: WidgetsService,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * Callers within the interval get the same object, so that its JSON can be cached. Callers must not change the
   * object.
   */
  current(): Promise<PublicDashboard> {
    const nowMs = this.clock.nowMs();
    const { snapshot } = this;
    if (snapshot && Math.abs(nowMs - snapshot.atMs) < PUBLIC_SNAPSHOT_SECONDS * 1000)
      return snapshot.dashboard;
    // All callers share this computation, so it must not fail if the client of the first caller disconnects.
    const dashboard = runOutsideRequests(() => this.compute(nowMs));
    const made = { atMs: nowMs, dashboard };
    this.snapshot = made;
    dashboard.catch(() => {
      if (this.snapshot === made) this.snapshot = undefined;
    });
    return dashboard;
  }

  private async compute(nowMs: number): Promise<PublicDashboard> {
    const { platformName, timezone } = await this.configuration.current();
    const [site, course, areas, alerts, weather, widgets] = await Promise.all([
      this.areas.site(nowMs, timezone),
      this.courses.course(nowMs, timezone),
      this.areas.figures(nowMs, timezone),
      this.alerts.countBySeverity(),
      this.weather.current(),
      this.widgets.list(),
    ]);
    return {
      platformName,
      site,
      course,
      areas,
      alerts,
      weather,
      widgets: widgets.filter(isPublic).map(toPublicWidget),
      updatedAt: new Date(nowMs).toISOString(),
    };
  }
}

export * from './define-event';
export * from './define-job';
export * from './events/energy-updated.event';
export * from './events/point-values-changed.event';
export * from './process-ready';

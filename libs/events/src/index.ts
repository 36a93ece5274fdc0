export { EventBus, type Unsubscribe } from './event-bus';
export { EventBusModule } from './event-bus.module';

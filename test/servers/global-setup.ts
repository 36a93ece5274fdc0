import { startServers } from './running-servers';

export default startServers;

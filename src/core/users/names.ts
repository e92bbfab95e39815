// Whom a viewer may know by name: for other rooms.
export { actorWords, nameActor, operatorWords, withoutKind } from './name-store.ts';

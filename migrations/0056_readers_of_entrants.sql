-- Who of an entrant reads a broadcast: asked for each part that is delivered, and when an entrant is deleted.
create index broadcast_readers_entrant on broadcast_readers (entrant_id, broadcast_id);

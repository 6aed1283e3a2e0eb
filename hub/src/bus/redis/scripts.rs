//! What runs inside Redis, so that an offset, its event and its publication are one step.

use std::sync::LazyLock;

use redis::aio::MultiplexedConnection;
use redis::{Pipeline, RedisResult, Script};

use crate::bus::Publication;

/// Event ids remembered for a state topic; a log remembers as many as it keeps events.
const STATE_IDS: usize = 128;

/// Finds the topic's epoch and offset, or begins a new epoch if there is none or another server run had numbered it.
/// KEYS: hash, stream, ids, channel. ARGV: run, fresh epoch, ttl in ms.
const BEGIN: &str = r"
local kept = redis.call('HMGET', KEYS[1], 'e', 'o', 'r', 'v')
local epoch, offset, version = kept[1], tonumber(kept[2] or '0'), kept[4]
if not epoch or kept[3] ~= ARGV[1] then
  epoch, offset, version = ARGV[2], 0, false
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('HSET', KEYS[1], 'e', epoch, 'o', 0, 'r', ARGV[1])
end
for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
";

/// ARGV from 4: event id, version or '', '1' for a state topic, events kept, ids kept, commit time, tail.
const PUBLISH: &str = r"
local first = redis.call('ZSCORE', KEYS[3], ARGV[4])
if first then return {epoch, tonumber(first)} end
if ARGV[6] == '1' and ARGV[5] ~= '' then
  if version and tonumber(ARGV[5]) <= tonumber(version) then return {epoch, offset} end
  redis.call('HSET', KEYS[1], 'v', ARGV[5])
end
offset = offset + 1
local number = string.format('%d', offset)
local body = ARGV[9] .. ' ' .. ARGV[10]
redis.call('ZADD', KEYS[3], number, ARGV[4])
redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', offset - tonumber(ARGV[8]))
if ARGV[6] == '1' then
  redis.call('HSET', KEYS[1], 'o', number, 's', body)
else
  redis.call('HSET', KEYS[1], 'o', number)
  redis.call('XADD', KEYS[2], 'MAXLEN', ARGV[7], number .. '-0', 'b', body)
end
if offset == 1 then
  for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
end
redis.call('SPUBLISH', KEYS[4], 'e' .. epoch .. ' ' .. number .. ' ' .. body)
return {epoch, offset}
";

/// ARGV from 4: '1' for a state topic, epoch asked for ('' for whatever there is), offset asked for.
const HISTORY: &str = r"
local entries = {}
if ARGV[4] == '1' then
  local snapshot = redis.call('HGET', KEYS[1], 's')
  if snapshot then entries[1] = {offset, snapshot} end
elseif ARGV[5] == '' or ARGV[5] == epoch then
  for i, entry in ipairs(redis.call('XRANGE', KEYS[2], '(' .. ARGV[6] .. '-0', '+')) do
    entries[i] = {tonumber(string.match(entry[1], '^%d+')), entry[2][2]}
  end
end
return {epoch, offset, entries}
";

const POSITION: &str = "return {epoch, offset}";

static PUBLISH_SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(&format!("{BEGIN}{PUBLISH}")));
static HISTORY_SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(&format!("{BEGIN}{HISTORY}")));
static POSITION_SCRIPT: LazyLock<Script> = LazyLock::new(|| Script::new(&format!("{BEGIN}{POSITION}")));

/// Gives the scripts to a server; needed after it was started.
pub(super) async fn load(connection: &mut MultiplexedConnection) -> RedisResult<()> {
    for script in [&*PUBLISH_SCRIPT, &*HISTORY_SCRIPT, &*POSITION_SCRIPT] {
        script.load_async(connection).await?;
    }
    Ok(())
}

fn call<'a>(pipeline: &'a mut Pipeline, script: &Script, channel: &str, run: &str, ttl_ms: u64) -> &'a mut Pipeline {
    let fresh = format!("{:012x}", rand::random::<u64>() >> 16);
    let keys = [channel.to_owned(), format!("{channel}:s"), format!("{channel}:i"), channel.to_owned()];
    pipeline.cmd("EVALSHA").arg(script.get_hash()).arg(keys.len()).arg(&keys).arg(run).arg(fresh).arg(ttl_ms)
}

#[allow(clippy::too_many_arguments)]
pub(super) fn publish(
    pipeline: &mut Pipeline,
    channel: &str,
    run: &str,
    ttl_ms: u64,
    state: bool,
    cap: usize,
    tail: &[u8],
    publication: &Publication,
) {
    call(pipeline, &PUBLISH_SCRIPT, channel, run, ttl_ms)
        .arg(&publication.id)
        .arg(publication.version.map_or(String::new(), |version| version.to_string()))
        .arg(u8::from(state))
        .arg(cap)
        .arg(if state { STATE_IDS } else { cap })
        .arg(publication.at.timestamp_millis())
        .arg(tail);
}

pub(super) fn history(pipeline: &mut Pipeline, channel: &str, run: &str, ttl_ms: u64, state: bool, epoch: &str, after: u64) {
    call(pipeline, &HISTORY_SCRIPT, channel, run, ttl_ms).arg(u8::from(state)).arg(epoch).arg(after);
}

pub(super) fn position(pipeline: &mut Pipeline, channel: &str, run: &str, ttl_ms: u64) {
    call(pipeline, &POSITION_SCRIPT, channel, run, ttl_ms);
}

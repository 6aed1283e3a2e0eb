//! Scripts that run inside Redis, so that an offset, its event and its publication are one step.

use std::sync::LazyLock;

use redis::aio::MultiplexedConnection;
use redis::{Pipeline, RedisResult, Script};

use crate::bus::{CONTROL_TOPIC, Publication};

/// Event ids remembered for a state topic; a log remembers as many ids as events.
const STATE_IDS: usize = 128;

/// Finds the topic's epoch and offset, and writes nothing about a topic that had no event, since anyone may ask for names. Such a topic, or one
/// numbered by another server run, is at offset 0 of the epoch that its first event will use. That epoch is derived from a word that is lost
/// together with everything else, and from the time. It changes twice within the life of a silent topic, so no topic can begin, be forgotten and
/// begin again in the same one. Each topic changes at moments of its own. KEYS: hash, stream, ids, channel, word. ARGV: run, fresh word, ttl in
/// ms.
const BEGIN: &str = r"
local kept = redis.call('HMGET', KEYS[1], 'e', 'o', 'r', 'v')
local epoch, offset, version = kept[1], tonumber(kept[2] or '0'), kept[4]
local known = epoch and kept[3] == ARGV[1]
if not known then
  local word = redis.call('HMGET', KEYS[5], 'e', 'r')
  if word[2] ~= ARGV[1] then
    redis.call('HSET', KEYS[5], 'e', ARGV[2], 'r', ARGV[1])
    word[1] = ARGV[2]
  end
  local now = redis.call('TIME')
  local share = tonumber(string.sub(redis.sha1hex(KEYS[1]), 1, 8), 16) / 4294967296
  local turn = math.floor((now[1] * 1000 + now[2] / 1000) / (tonumber(ARGV[3]) / 2) + share)
  epoch, offset, version = string.format('%s.%.0f', word[1], turn), 0, false
end
local function keep()
  for i = 1, 3 do redis.call('PEXPIRE', KEYS[i], ARGV[3]) end
end
";

/// Prefix of the error for a publisher whose turn is over.
pub(super) const FENCED: &str = "FENCED";
/// Prefix of the error from a server that has reached its `maxmemory`.
pub(super) const FULL: &str = "OOM";

/// ARGV from 4: event id, version or '', '1' for a state topic, events kept, ids kept, commit time, tail, number of the publisher's turn
/// or ''.
const PUBLISH: &str = r"
if known then
  if ARGV[11] ~= '' then
    local turn, highest = tonumber(ARGV[11]), tonumber(redis.call('HGET', KEYS[1], 'f') or '0')
    if turn < highest then return redis.error_reply('FENCED another publisher has taken over') end
    if turn > highest then redis.call('HSET', KEYS[1], 'f', ARGV[11]) end
  end
  local first = redis.call('ZSCORE', KEYS[3], ARGV[4])
  if first then
    keep()
    return {epoch, tonumber(first)}
  end
else
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
  redis.call('HSET', KEYS[1], 'e', epoch, 'r', ARGV[1])
  if ARGV[11] ~= '' then redis.call('HSET', KEYS[1], 'f', ARGV[11]) end
end
if ARGV[6] == '1' and ARGV[5] ~= '' then
  if version and tonumber(ARGV[5]) <= tonumber(version) then
    keep()
    return {epoch, offset}
  end
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
keep()
redis.call('SPUBLISH', KEYS[4], 'e' .. epoch .. ' ' .. number .. ' ' .. body)
return {epoch, offset}
";

/// ARGV from 4: '1' for a state topic, requested epoch ('' for the current one), requested offset.
const HISTORY: &str = r"
if not known then return {epoch, offset, {}} end
keep()
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

const POSITION: &str = r"
if known then keep() end
return {epoch, offset}
";

/// A Redis without memory refuses this one as a whole. Without this line it would judge by the first write, and a delete or an expiry is always
/// allowed.
const BOUNDED: &str = "#!lua\n";
/// Orders that withdraw a right pass even then, and so does reading, which only postpones expiries.
const UNBOUNDED: &str = "#!lua flags=allow-oom\n";

fn script(memory: &str, work: &str) -> Script {
    Script::new(&format!("{memory}{BEGIN}{work}"))
}

static PUBLISH_SCRIPT: LazyLock<Script> = LazyLock::new(|| script(BOUNDED, PUBLISH));
static ORDER_SCRIPT: LazyLock<Script> = LazyLock::new(|| script(UNBOUNDED, PUBLISH));
static HISTORY_SCRIPT: LazyLock<Script> = LazyLock::new(|| script(UNBOUNDED, HISTORY));
static POSITION_SCRIPT: LazyLock<Script> = LazyLock::new(|| script(UNBOUNDED, POSITION));

/// Loads the scripts into a server; needed after its start.
pub(super) async fn load(connection: &mut MultiplexedConnection) -> RedisResult<()> {
    for script in [&*PUBLISH_SCRIPT, &*ORDER_SCRIPT, &*HISTORY_SCRIPT, &*POSITION_SCRIPT] {
        script.load_async(connection).await?;
    }
    Ok(())
}

/// The keys of a topic.
pub(super) struct TopicKeys {
    /// Channel and base of the topic's keys; the braces keep them in one slot.
    pub channel: String,
    /// Key of the word from which the epochs of silent topics are derived.
    pub word: String,
}

fn call<'a>(pipeline: &'a mut Pipeline, script: &Script, place: &TopicKeys, run: &str, ttl_ms: u64) -> &'a mut Pipeline {
    let TopicKeys { channel, word } = place;
    let fresh = format!("{:012x}", rand::random::<u64>() >> 16);
    let keys = [channel.clone(), format!("{channel}:s"), format!("{channel}:i"), channel.clone(), word.clone()];
    pipeline.cmd("EVALSHA").arg(script.get_hash()).arg(keys.len()).arg(&keys).arg(run).arg(fresh).arg(ttl_ms)
}

#[allow(clippy::too_many_arguments)]
pub(super) fn publish(
    pipeline: &mut Pipeline,
    place: &TopicKeys,
    run: &str,
    ttl_ms: u64,
    state: bool,
    cap: usize,
    tail: &[u8],
    publication: &Publication,
) {
    let script = if publication.topic == CONTROL_TOPIC { &*ORDER_SCRIPT } else { &*PUBLISH_SCRIPT };
    call(pipeline, script, place, run, ttl_ms)
        .arg(&publication.id)
        .arg(publication.version.map_or(String::new(), |version| version.to_string()))
        .arg(u8::from(state))
        .arg(cap)
        .arg(if state { STATE_IDS } else { cap })
        .arg(publication.at.timestamp_millis())
        .arg(tail)
        .arg(publication.fence.map_or(String::new(), |fence| fence.to_string()));
}

pub(super) fn history(pipeline: &mut Pipeline, place: &TopicKeys, run: &str, ttl_ms: u64, state: bool, epoch: &str, after: u64) {
    call(pipeline, &HISTORY_SCRIPT, place, run, ttl_ms).arg(u8::from(state)).arg(epoch).arg(after);
}

pub(super) fn position(pipeline: &mut Pipeline, place: &TopicKeys, run: &str, ttl_ms: u64) {
    call(pipeline, &POSITION_SCRIPT, place, run, ttl_ms);
}

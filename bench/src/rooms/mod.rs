//! Rooms of matches on the whole shop, as it is delivered: an action until the opponents see it, messages one after another, and an
//! announcement until its last recipient has it.

mod acts;
mod talk;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Args;
use hdrhistogram::Histogram;
use manao_hub::token::Keys;
use serde_json::{Value, json};
use sqlx::PgPool;
use uuid::Uuid;

use crate::brackets::{play, seed};
use crate::crowd::{Crowd, Event, Heard, Listener};
use crate::load::{micros, ms as at};
use crate::people::{self, TOKEN_SECONDS};
use crate::process::raise_file_limit;
use crate::report;
use crate::shop::{Member, SECRET, Shop};

/// Players of a side; the first is its captain.
const SIDE: usize = 5;
const ROOM: usize = 2 * SIDE;
/// Announcements that are measured: as many as may be sent in a minute.
const ANNOUNCED: usize = 5;
/// Pause between two, so that the notices of one are not sent beside the next.
const BETWEEN: Duration = Duration::from_secs(12);

#[derive(Args)]
pub struct Options {
    /// Rooms in use, with ten people in each.
    #[arg(long, default_value_t = 2000)]
    rooms: usize,
    /// Actions a second, over all rooms.
    #[arg(long, default_value_t = 50)]
    rate: u32,
    /// People who send messages, each the next one when the last is answered.
    #[arg(long, default_value_t = 32)]
    writers: usize,
    /// How long they do.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Teams of five that receive an announcement.
    #[arg(long, default_value_t = 2000)]
    teams: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "rooms", "Rooms of matches", &body)
}

/// A match to be played, and the people in its room: home's five, then away's.
pub struct Room {
    pub match_id: i64,
    pub people: Vec<Member>,
    /// When it may be played
    pub at: String,
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let shop = Arc::new(Shop::start(None, None).await?);
    let db = shop.database().await?;
    let promoter = shop.sign_in_as("promoter").await?;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(body, "All programs, the embedded database and the load on this machine.\n")?;

    let told = announce(&shop, &db, &promoter, options.teams).await?;
    writeln!(
        body,
        "{ANNOUNCED} announcements to {} players who are not eliminated, each with a socket open, from the promoter's request to the inbox \
         on their page: p50 {:.0} ms, p99 {:.0} ms; the last of all p50 {:.0} ms, worst {:.0} ms (goal: below 2,000).\n",
        options.teams * SIDE,
        at(&told.times, 0.5),
        at(&told.times, 0.99),
        at(&told.last, 0.5),
        at(&told.last, 1.0)
    )?;
    eprintln!("{body}");

    let (rooms, mut crowd) = open(&shop, &db, &promoter, options.rooms).await?;
    let mut threads = talk::Threads::new(rooms.len() * ROOM);
    let acted = acts::run(&shop, &rooms, &mut crowd, &mut threads, options.rate).await?;
    writeln!(
        body,
        "{} rooms of {ROOM}, {} people with a socket each, {} actions a second: a time proposed, answered in the chat, accepted, answered. \
         From the request to the opponents' sockets, all {SIDE} of them:\n\n| | actions | p50, ms | p99, ms | worst, ms |\n| --- | --- | --- | --- | --- |",
        rooms.len(),
        rooms.len() * ROOM,
        options.rate
    )?;
    for (name, times) in &acted.times {
        let count = times.len() / SIDE as u64;
        writeln!(body, "| {name} | {count} | {:.1} | {:.1} | {:.1} |", at(times, 0.5), at(times, 0.99), at(times, 1.0))?;
    }
    writeln!(
        body,
        "\n{} opponents were told to read the room anew instead: the numbering of a silent topic turns twice a day.",
        acted.anew
    )?;
    eprintln!("{body}");

    let sent = talk::run(&shop, &rooms, &mut crowd, &mut threads, options.writers, Duration::from_secs(options.seconds)).await?;
    threads.check(&db, &rooms).await?;
    writeln!(
        body,
        "\n{} messages in {} s by {} writers who each wait for their answer: {:.0} a second, stored and heard by {ROOM} people each; the \
         answer p50 {:.1} ms, p99 {:.1} ms. Everybody heard the messages of their room in the order of their numbers, none missing and none twice.",
        sent.len(),
        options.seconds,
        options.writers,
        sent.len() as f64 / options.seconds as f64,
        at(&sent, 0.5),
        at(&sent, 0.99)
    )?;
    Ok(body)
}

struct Told {
    times: Histogram<u64>,
    last: Histogram<u64>,
}

async fn announce(shop: &Shop, db: &PgPool, promoter: &Member, teams: usize) -> Result<Told> {
    let id = drawn(shop, db, promoter, ("Announced", teams)).await?;
    let people: Vec<i64> =
        sqlx::query_scalar("select user_id from esports.entrant_players where tournament_id = $1").bind(id).fetch_all(db).await?;
    let members = people::sign_in(db, &people).await?;
    let own = |member| Listener { member: Some(member), topic: None, grant: None };
    let listeners: Vec<Listener> = members.into_iter().map(own).collect();
    let mut crowd = Crowd::open(shop, &listeners).await?;
    eprintln!("{} listen", listeners.len());
    // Notices of the draw come first.
    crowd.quiet(Duration::from_secs(5)).await;
    let (mut times, mut last) = (Histogram::new(3)?, Histogram::new(3)?);
    for number in 1..=ANNOUNCED {
        let body = json!({"text": format!("รอบต่อไปเลื่อนเป็น 20:30 น. ({number})"), "clientId": Uuid::new_v4()});
        let started = Instant::now();
        shop.post(&format!("/tournament/send-message-to-not-eliminated-players/{id}"), Some(promoter), &body).await?;
        let (mut slowest, mut told) = (Duration::ZERO, vec![false; listeners.len()]);
        let mut left = listeners.len();
        while left > 0 {
            let Heard { who, at, event } = crowd.next().await?;
            if event == Event::Inbox && !std::mem::replace(&mut told[who], true) {
                left -= 1;
                slowest = slowest.max(at - started);
                times.record(micros(at - started)?)?;
            }
        }
        last.record(micros(slowest)?)?;
        crowd.quiet(BETWEEN.saturating_sub(slowest)).await;
    }
    Ok(Told { times, last })
}

/// Creates a tournament of so many teams of five, drawn and published.
async fn drawn(shop: &Shop, db: &PgPool, promoter: &Member, (name, teams): (&str, usize)) -> Result<i64> {
    let single = json!({"format": "bracket", "elimination": "single", "series": [3]});
    let id = seed::tournament(db, name, (teams, SIDE), &single).await?;
    play::draw(shop, promoter, id).await?;
    // The entries' pages hear of the roster lock, a hundred every few seconds; that is not measured.
    sqlx::query("update esports.entrants set told_version = version, told_status = status where tournament_id = $1")
        .bind(id)
        .execute(db)
        .await?;
    Ok(id)
}

/// Returns the rooms of a first round, with all people in them.
async fn open(shop: &Shop, db: &PgPool, promoter: &Member, rooms: usize) -> Result<(Arc<Vec<Room>>, Crowd)> {
    let id = drawn(shop, db, promoter, ("Rooms", 2 * rooms.next_power_of_two())).await?;
    let rows: Vec<(i64, Vec<i64>)> = sqlx::query_as(
        "select m.id, array(select p.user_id from esports.entrant_players p where p.entrant_id = m.home_id order by p.position)
                      || array(select p.user_id from esports.entrant_players p where p.entrant_id = m.away_id order by p.position)
         from esports.matches m where m.tournament_id = $1 and m.home_id is not null and m.away_id is not null order by m.id limit $2",
    )
    .bind(id)
    .bind(i64::try_from(rooms)?)
    .fetch_all(db)
    .await?;
    let first: Value = shop.get(&format!("/tournament/get/match/{}", rows.first().context("no match")?.0)).await?;
    let time = first["now"]["window"]["defaultAt"].as_str().context("the round has no default time")?.to_owned();
    let (keys, now) = (Keys::hs256(SECRET.as_bytes(), "manao"), chrono::Utc::now().timestamp());
    let (mut all, mut listeners) = (Vec::new(), Vec::new());
    for (match_id, ids) in rows {
        let people = people::sign_in(db, &ids).await?;
        let topic = format!("match:{match_id}");
        for (user, member) in ids.iter().zip(&people) {
            let grant = keys.sign_grant(&keys.grant(&user.to_string(), &topic, now, TOKEN_SECONDS))?;
            listeners.push(Listener { member: Some(member.clone()), topic: Some(topic.clone()), grant: Some(grant) });
        }
        all.push(Room { match_id, people, at: time.clone() });
    }
    let mut crowd = Crowd::open(shop, &listeners).await?;
    eprintln!("{} are in {} rooms", listeners.len(), all.len());
    // Notices of the draw come first.
    crowd.quiet(Duration::from_secs(5)).await;
    Ok((Arc::new(all), crowd))
}

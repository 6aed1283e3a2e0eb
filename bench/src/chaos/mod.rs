//! The match room's promise, proved with the programs themselves. Sockets are cut at random, hubs and APIs killed, and Redis restarted, while
//! captains agree and disagree, people talk and a promoter rules. In the end every client shows the state of the database, and messages in
//! the same order without repeats. A user who lost a right heard nothing afterwards.

mod actors;
mod check;
mod client;
mod copy;
mod plan;
mod proxy;
mod rest;
mod stage;

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::brackets::seed;
use crate::people;
use crate::process::raise_file_limit;
use actors::{Actor, Ledger, Seat};
use client::{Client, Lost};
use copy::Part;
use plan::{Blow, Step};
use rest::Api;
use stage::{Server, Stage};

/// Entrants, and players of each entrant.
const TEAMS: usize = 8;
const PLAYERS: usize = 4;
/// Most faults shown, and most characters of each.
const SHOWN: usize = 30;
const LONGEST: usize = 1_500;
const SETTLED: Duration = Duration::from_secs(90);

#[derive(Args)]
pub struct Options {
    /// Seconds of traffic.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Repeats the plan of an earlier run; by chance when absent.
    #[arg(long)]
    seed: Option<u64>,
}

pub fn run(options: &Options) -> Result<()> {
    raise_file_limit()?;
    let seed = options.seed.unwrap_or_else(|| rand::random_range(0..1_000_000));
    println!("chaos: seed {seed}, {} s of traffic", options.seconds);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let faults = runtime.block_on(prove(seed, options.seconds))?;
    if faults.is_empty() {
        println!("chaos: the promise holds (seed {seed})");
        return Ok(());
    }
    println!("chaos: the promise is BROKEN (seed {seed}), {} faults:", faults.len());
    for fault in faults.iter().take(SHOWN) {
        println!("- {}", fault.chars().take(LONGEST).collect::<String>());
    }
    std::process::exit(1)
}

/// Everyone in the tournament.
struct Cast {
    clients: Vec<Arc<Client>>,
    seats: Vec<(Arc<Client>, Seat)>,
    promoter: Arc<Client>,
    operator: Arc<Client>,
    /// One member of each team, who plays last and loses the rights
    last: Vec<(Arc<Client>, Seat)>,
    team_of: HashMap<i64, i64>,
    /// Matches of later rounds
    later: Vec<i64>,
}

async fn prove(seed: u64, seconds: u64) -> Result<Vec<String>> {
    let stage = Stage::open(seed).await?;
    let api = Arc::new(Api::new(stage.apis.iter().map(|api| format!("http://{}", api.address)).collect())?);
    let cast = cast(&stage.db, &api).await?;
    let hubs: Vec<_> = stage.proxies.iter().map(|proxy| proxy.address).collect();
    let mut followers = JoinSet::new();
    for (number, client) in cast.clients.iter().enumerate() {
        followers.spawn(client.clone().run(api.clone(), hubs.clone(), number));
    }
    client::settled(&cast.clients, SETTLED).await?;
    println!("chaos: {} clients, {} people who act", cast.clients.len(), cast.seats.len() + 1);

    let ledger = Arc::new(Mutex::new(Ledger::default()));
    let (stop, stopped) = watch::channel(false);
    let mut actors = JoinSet::new();
    for ((client, seat), number) in cast.seats.iter().zip(1..) {
        let actor = Actor::new(&api, client, &ledger, seed.wrapping_mul(1_000).wrapping_add(number));
        actors.spawn(actor.play(seat.clone(), stopped.clone()));
    }
    let mut seats: Vec<Seat> = cast.seats.iter().filter(|(_, seat)| seat.captain).map(|(_, seat)| seat.clone()).collect();
    let later = cast.later.iter().map(|match_id| Seat { match_id: *match_id, by_time: false, ..seats[0].clone() });
    seats.extend(later.collect::<Vec<_>>());
    actors.spawn(Actor::new(&api, &cast.promoter, &ledger, seed).run(seats, stopped));

    let begun = Instant::now();
    let blows = strike(&stage, plan::plan(seed, seconds), begun);
    let losses = take_rights(&cast, &api, begun, seconds);
    let told = tell(&stage, &ledger, &api, begun, seconds);
    let (blows, losses, ()) = tokio::join!(blows, losses, told);
    let mut faults = losses?;
    stop.send_replace(true);
    blows?;
    for proxy in &stage.proxies {
        proxy.rest();
    }
    println!("chaos: traffic has ended, everything is up");
    while let Some(actor) = actors.join_next().await {
        if let Err(error) = actor? {
            faults.push(format!("{error:#}"));
        }
    }
    let ledger = std::mem::take(&mut *ledger.lock().unwrap_or_else(PoisonError::into_inner));
    faults.extend(check::whole(&stage.db, &cast.clients, &api, &ledger).await?);
    let (by_event, by_reading) = cast.clients.iter().fold((0, 0), |(events, reads), client| {
        let copy = client.copy();
        (events + copy.by_event, reads + copy.by_reading)
    });
    println!("chaos: messages reached clients {by_event} times by events and {by_reading} times by reading");
    followers.shutdown().await;
    stage.close(faults.is_empty()).await;
    Ok(faults)
}

/// Makes a drawn tournament, and a client for everyone in it.
async fn cast(db: &PgPool, api: &Arc<Api>) -> Result<Cast> {
    let stage = json!({"format": "bracket", "elimination": "single", "series": [1]});
    let id = seed::tournament(db, "Chaos", (TEAMS, PLAYERS), &stage).await?;
    let find = "select id from people.users where email = $1::text::citext";
    let promoter: i64 = sqlx::query_scalar(find).bind("promoter@manao.example").fetch_one(db).await?;
    let operator: i64 = sqlx::query_scalar(
        "with one as (insert into people.users (display_name, email, email_verified_at, created_at)
           values ('Operator', 'operator@chaos.example', now(), now()) returning id, email)
         insert into people.staff_roles (identifier, role, granted_at) select email, 'esports', now() from one returning (select id from one)",
    )
    .fetch_one(db)
    .await?;
    let players: Vec<(i64, i64, i64, i32, String)> = sqlx::query_as(
        "select p.user_id, p.entrant_id, e.team_id, p.position, p.display_name from esports.entrant_players p join esports.entrants e on e.id = p.entrant_id
         where p.tournament_id = $1 order by p.entrant_id, p.position",
    )
    .bind(id)
    .fetch_all(db)
    .await?;
    let mut ids: Vec<i64> = players.iter().map(|player| player.0).collect();
    ids.extend([promoter, operator]);
    let mut members = people::sign_in(db, &ids).await?;
    let (operating, running) = (members.pop().context("nobody")?, members.pop().context("nobody")?);

    let draft =
        api.insist(&running, &format!("/bracket/generate-bracket/{id}"), Some(&json!({"method": "random", "seed": "1"}))).await;
    let draft = draft.ok("generate")?;
    let version = json!({"version": draft["draw"]["version"]});
    api.insist(&running, &format!("/bracket/submit-bracket/{id}"), Some(&version)).await.ok("submit")?;
    let bracket = api.insist(&running, &format!("/bracket/send-bracket/{id}"), Some(&json!({}))).await.ok("publish")?;

    // A match without a time can be reported at once, at whatever hour this runs.
    sqlx::query("update esports.match_rounds set opens_at = least(opens_at, now()) where tournament_id = $1")
        .bind(id)
        .execute(db)
        .await?;

    let mut seat_of = HashMap::new();
    let mut rooms = Vec::new();
    let ready = |one: &&Value| one["state"] == "ready";
    for (number, one) in bracket["matches"].as_array().context("no matches")?.iter().filter(ready).enumerate() {
        let match_id = one["id"].as_i64().context("no match")?;
        rooms.push(match_id);
        for side in ["home", "away"] {
            let entrant_id = one[side]["contestantId"].as_i64().context("no entrant")?;
            // The second half of the matches are about times; the others about scores, so that a semi-final comes about, and falls.
            let seat = Seat { match_id, tournament_id: id, entrant_id, side, captain: false, by_time: number >= TEAMS / 4 };
            seat_of.insert(entrant_id, seat);
        }
    }
    ensure!(rooms.len() == TEAMS / 2, "{} matches can be played", rooms.len());
    // Staff are in every room.
    let later = bracket["matches"].as_array().context("no matches")?.iter().filter(|one| one["round"] != 1);
    let later: Vec<i64> = later.filter_map(|one| one["id"].as_i64()).collect();
    rooms.extend(&later);

    let mut parts: Vec<(String, Part)> = rooms.iter().map(|room| (format!("match:{room}"), Part::Room(*room))).collect();
    for entrant in seat_of.keys() {
        parts.push((format!("entrant:{entrant}"), Part::Thread(format!("/tournament/get/message/{id}/{entrant}"))));
    }
    parts.push((format!("tournament:{id}:staff"), Part::Desk(id)));
    let promoter = Client::new("promoter".into(), promoter, running, parts);
    let outside = rooms.iter().map(|room| (format!("public:bracket:{id}"), Part::Outside(*room))).take(1).collect();
    let operator = Client::new("outsider".into(), operator, operating, outside);
    let mut cast = Cast {
        clients: vec![promoter.clone(), operator.clone()],
        seats: Vec::new(),
        promoter,
        operator,
        last: Vec::new(),
        team_of: HashMap::new(),
        later,
    };
    for ((user_id, entrant_id, team_id, position, name), member) in players.into_iter().zip(members) {
        let seat = Seat { captain: position == 1, ..seat_of.get(&entrant_id).context("no seat")?.clone() };
        let parts = vec![
            (format!("match:{}", seat.match_id), Part::Room(seat.match_id)),
            (format!("entrant:{entrant_id}"), Part::Thread(format!("/tournament/get/message-non-promoter/{id}"))),
        ];
        let client = Client::new(name, user_id, member, parts);
        cast.team_of.insert(entrant_id, team_id);
        cast.clients.push(client.clone());
        if usize::try_from(position)? == PLAYERS {
            cast.last.push((client, seat));
        } else {
            cast.seats.push((client, seat));
        }
    }
    Ok(cast)
}

/// Follows the plan. Faults of one program come one after the other.
async fn strike(stage: &Stage, plan: Vec<Step>, begun: Instant) -> Result<()> {
    let turns: HashMap<&str, Arc<tokio::sync::Mutex<()>>> =
        stage.hubs.iter().chain(&stage.apis).chain([&stage.redis]).map(|server| (server.name, Arc::default())).collect();
    let mut under_way = JoinSet::new();
    for Step { at, blow, away } in plan {
        tokio::time::sleep_until(begun + at).await;
        let server = match blow {
            Blow::KillHub(number) | Blow::DrainHub(number) => &stage.hubs[number],
            Blow::KillApi(number) => &stage.apis[number],
            Blow::KillRedis | Blow::StopRedis => &stage.redis,
        };
        let (server, turn) = (server.clone(), turns[server.name].clone());
        println!("chaos: {:5.1} s {blow:?} {}, away for {:.1} s", begun.elapsed().as_secs_f64(), server.name, away.as_secs_f64());
        under_way.spawn(async move {
            let _turn = turn.lock().await;
            hit(&server, blow, away).await
        });
    }
    while let Some(done) = under_way.join_next().await {
        done??;
    }
    Ok(())
}

async fn hit(server: &Server, blow: Blow, away: Duration) -> Result<()> {
    match blow {
        Blow::KillHub(_) | Blow::KillApi(_) | Blow::KillRedis => server.kill(),
        Blow::StopRedis => {
            server.signal(Signal::SIGSTOP)?;
            tokio::time::sleep(away).await;
            return server.signal(Signal::SIGCONT);
        }
        Blow::DrainHub(_) => {
            server.signal(Signal::SIGTERM)?;
            while !server.has_ended()? {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    tokio::time::sleep(away).await;
    server.start().await
}

/// Removes one user from a team, suspends one and signs one out. Returns the users who lost their rights.
async fn take_rights(cast: &Cast, api: &Api, begun: Instant, seconds: u64) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for (number, (victim, seat)) in cast.last.iter().enumerate().take(6) {
        tokio::time::sleep_until(begun + Duration::from_millis(seconds * 1_000 * (number as u64 + 1) / 8)).await;
        let captain = cast.seats.iter().find(|(_, other)| other.captain && other.entrant_id == seat.entrant_id);
        let (captain, _) = captain.context("no captain")?;
        let lost = if number % 3 == 0 { Lost::Team } else { Lost::All };
        victim.loses(lost);
        let (what, answer) = match number % 3 {
            0 => {
                let path = format!("/tournament/kick-out/{}/{}", cast.team_of[&seat.entrant_id], victim.user_id);
                ("put out of the team", api.insist(&captain.member, &path, Some(&json!({}))).await)
            }
            1 => {
                let path = format!("/console/users/{}/suspend", victim.user_id);
                ("suspended", api.insist(&cast.operator.member, &path, Some(&json!({"reason": "chaos"}))).await)
            }
            _ => ("signed out", api.insist(&victim.member, "/oauth/logout", Some(&json!({}))).await),
        };
        victim.has_none(lost);
        println!("chaos: {:5.1} s {} is {what}", begun.elapsed().as_secs_f64(), victim.name);
        if !answer.is_ok() {
            faults.push(format!("{} could not be {what}: {} {}", victim.name, answer.status, answer.body));
        }
    }
    tokio::time::sleep_until(begun + Duration::from_secs(seconds)).await;
    Ok(faults)
}

/// Prints the progress.
async fn tell(stage: &Stage, ledger: &Mutex<Ledger>, api: &Api, begun: Instant, seconds: u64) {
    loop {
        tokio::time::sleep(Duration::from_secs(10)).await;
        let (mut cut, mut silent) = (0, 0);
        for proxy in &stage.proxies {
            cut += proxy.cut.load(Ordering::Relaxed);
            silent += proxy.silent.load(Ordering::Relaxed);
        }
        let lost = api.lost.load(Ordering::Relaxed);
        let elapsed = begun.elapsed();
        {
            let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            println!(
                "chaos: {:5.1} s {} steps taken, {} refused, {} messages, {} announcements; {cut} sockets cut, {silent} gone silent, {lost} \
                 calls lost",
                elapsed.as_secs_f64(),
                ledger.taken,
                ledger.refused,
                ledger.sent.len(),
                ledger.announced.len()
            );
        }
        if elapsed + Duration::from_secs(10) > Duration::from_secs(seconds) {
            return;
        }
    }
}

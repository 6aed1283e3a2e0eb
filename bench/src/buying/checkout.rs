//! Checkouts a second, against what the database alone does with the same statements: those of one order are recorded with their values and
//! played by pgbench.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use futures_util::StreamExt as _;
use futures_util::stream;
use hdrhistogram::Histogram;
use nix::unistd::Pid;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Either, Executor as _, PgPool, SqlSafeStr as _, Statement as _, TypeInfo as _};

use super::seed;
use crate::load::micros;
use crate::process::pin;
use crate::shop::{Member, Shop};

/// Buyers and sessions at once.
pub const AT_ONCE: usize = 16;
/// Orders that are placed and not counted, so that the caches are full.
const WARM: usize = 200;
/// Seconds of pgbench.
const SECONDS: u32 = 15;
/// The numbers of the recording shop's rows begin here: no other value holds them.
const FAR: i64 = 7_000_000_000;
/// Between the first numbers of two tables.
const APART: i64 = 1_000_000;
/// How long the logs may be behind the answer.
const BEHIND: Duration = Duration::from_millis(800);

pub struct Checkouts {
    pub statements: usize,
    /// Orders a second through the shop
    pub shop: f64,
    pub times: Histogram<u64>,
    /// Plays of the statements a second by pgbench
    pub database: f64,
}

/// Measures with the shop's server and its database on one core; the payment provider, the buyers and pgbench have the other.
pub async fn run(orders: usize) -> Result<Checkouts> {
    let recording = record().await.context("record an order")?;
    let shop = Shop::start(Some(0), None).await?;
    let db = shop.database().await?;
    let package = seed::package(&db).await?;
    let buyers = i32::try_from(orders + WARM)?;
    let (_, members) = seed::buyers(&db, "checkout", buyers).await?;
    place(&shop, &members[..WARM], &package).await?;
    let begun = Instant::now();
    let times = place(&shop, &members[WARM..], &package).await?;
    let took = begun.elapsed();
    let (others, _) = seed::buyers(&db, "limit", buyers).await?;
    // What the orders left to do is not pgbench's.
    at_rest(&db).await?;
    let script = std::env::temp_dir().join(format!("manao-checkout-{}.sql", std::process::id()));
    std::fs::write(&script, recording.script(&others)?)?;
    let database = pgbench(&shop.database_url().await?, &script);
    std::fs::remove_file(&script)?;
    Ok(Checkouts { statements: recording.played.len(), shop: orders as f64 / took.as_secs_f64(), times, database: database? })
}

/// Lets each person order one package.
pub async fn place(shop: &Shop, members: &[Member], package: &seed::Package) -> Result<Histogram<u64>> {
    let asked: Vec<Result<Duration>> = stream::iter(members)
        .map(|member| async move {
            let begun = Instant::now();
            let order = shop.post("/purchase/create-order", Some(member), &order_body(package)).await?;
            ensure!(order["payment"]["qrPayload"].is_string(), "no code to pay: {order}");
            Ok(begun.elapsed())
        })
        .buffer_unordered(AT_ONCE)
        .collect()
        .await;
    let mut times = Histogram::new(3)?;
    for took in asked {
        times.record(micros(took?)?)?;
    }
    Ok(times)
}

fn order_body(package: &seed::Package) -> Value {
    json!({
        "direct": {"productId": package.id, "quantity": 1, "playerId": "20000001"},
        "channel": "promptpay", "expectedTotalSatang": package.price_satang,
    })
}

/// Waits until no job and no message is due.
async fn at_rest(db: &PgPool) -> Result<()> {
    let begun = Instant::now();
    let due = "select count(*) from graphile_worker._private_jobs where run_at <= now()";
    while sqlx::query_scalar::<_, i64>(due).fetch_one(db).await? > 0 {
        ensure!(begun.elapsed() < Duration::from_secs(60), "the shop's work does not end");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(())
}

/// Returns the transactions a second.
fn pgbench(url: &str, script: &Path) -> Result<f64> {
    let mut command = Command::new("pgbench");
    command.args(["--no-vacuum", "--protocol=prepared", "--jobs=1"]);
    command.arg(format!("--client={AT_ONCE}")).arg(format!("--time={SECONDS}")).arg("--file").arg(script).arg(url);
    let running = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let running = running.context("start pgbench, of Debian's postgresql-contrib")?;
    pin(Pid::from_raw(running.id().cast_signed()), 1)?;
    let output = running.wait_with_output()?;
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success() && !errors.contains("aborted"), "pgbench: {errors}");
    let rate = said.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()).context("no rate")?;
    Ok(rate.parse()?)
}

/// The statements of one order.
struct Recording {
    played: Vec<Played>,
    /// Values of this order, and the pgbench expression that stands for each
    stands_for: Vec<(String, String)>,
}

/// A statement as it reached the database.
struct Played {
    text: String,
    values: Vec<Option<String>>,
    types: Vec<Option<String>>,
}

/// Lets one person order on a shop of its own, and takes the statements from the shop's log, their values from the database's.
async fn record() -> Result<Recording> {
    let shop = Shop::logged().await?;
    let db = shop.database().await?;
    let firsts = move_apart(&db).await?;
    let package = seed::package(&db).await?;
    let (ids, members) = seed::buyers(&db, "recorded", 2).await?;
    // New connections log all their statements.
    let log_all = "do $$ begin
        execute format('alter database %I set log_statement = ''all''', current_database());
        execute format('alter database %I set log_min_messages = ''log''', current_database());
      end $$;
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'";
    sqlx::raw_sql(log_all).execute(&db).await?;
    tokio::time::sleep(Duration::from_secs(3)).await;
    let order = |member: &Member, key: &str| {
        let request = shop.http.post(format!("{}/api/purchase/create-order", shop.url)).bearer_auth(&member.token);
        request.header("idempotency-key", key).json(&order_body(&package))
    };
    // The first fills the caches.
    order(&members[0], "recorded-first").send().await?.error_for_status()?;
    let key = "recorded-second";
    let before = database_log(&db).await?.len();
    let answer = order(&members[1], key).send().await?.error_for_status()?;
    let id = answer.headers().get("x-request-id").context("no id")?.to_str()?.to_owned();
    let number = answer.json::<Value>().await?["number"].as_str().context("no number")?.to_owned();
    tokio::time::sleep(BEHIND).await;
    let log = database_log(&db).await?;
    let texts = request_statements(&shop.log()?, &id)?;
    let mut played = matched(&texts, &executions(&log[before..]))?;
    for statement in &mut played {
        statement.types = types(&db, statement).await?;
    }
    let (reference, charge): (String, String) = sqlx::query_as(
        "select p.reference, p.charge_id from shop.payments p join shop.orders o on o.id = p.order_id where o.number = $1",
    )
    .bind(&number)
    .fetch_one(&db)
    .await?;
    let mut stands_for = vec![
        (reference, "'r' || :n".to_owned()),
        (charge, "'c' || :n".to_owned()),
        (number, "'o' || :n".to_owned()),
        (key.to_owned(), "'k' || :n".to_owned()),
        (ids[1].to_string(), ":buyer".to_owned()),
    ];
    for (sequence, first) in firsts {
        stands_for.push((first.to_string(), format!("currval('{sequence}')::text")));
    }
    Ok(Recording { played, stands_for })
}

/// Moves the tables' numbers far away and apart, but the people's, so that each is known where it stands among the values. Returns the
/// sequences and their next numbers.
async fn move_apart(db: &PgPool) -> Result<Vec<(String, i64)>> {
    let sequences: Vec<String> = sqlx::query_scalar(
        "select pg_get_serial_sequence(format('%I.%I', table_schema, table_name), column_name) from information_schema.columns
         where table_schema in ('shop', 'kernel') and data_type = 'bigint' and is_identity = 'YES' order by 1",
    )
    .fetch_all(db)
    .await?;
    let mut firsts = Vec::new();
    for (sequence, first) in sequences.into_iter().zip((FAR..).step_by(usize::try_from(APART)?)) {
        sqlx::query("select setval($1::regclass, $2, false)").bind(&sequence).bind(first).execute(db).await?;
        firsts.push((sequence, first + 1));
    }
    let people = "select setval(pg_get_serial_sequence('people.users', 'id'), $1, false)";
    sqlx::query(people).bind(FAR - APART).execute(db).await?;
    Ok(firsts)
}

async fn database_log(db: &PgPool) -> Result<String> {
    let options = db.connect_options();
    let folder = options.get_socket().context("the database has no socket")?;
    Ok(std::fs::read_to_string(folder.join("log"))?)
}

/// Returns the statements that a request sent, in the words of the shop's log.
fn request_statements(log: &str, request: &str) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for line in log.lines().filter(|line| line.contains(request) && line.contains("\"sqlx::query\"")) {
        let line: Value = serde_json::from_str(line)?;
        let whole = line["db.statement"].as_str().filter(|text| !text.trim().is_empty());
        texts.push(whole.or(line["summary"].as_str()).context("a statement without a text")?.to_owned());
    }
    ensure!(!texts.is_empty(), "no statement in the log");
    Ok(texts)
}

struct Execution {
    session: String,
    /// With single spaces
    text: String,
    values: Vec<Option<String>>,
}

/// Reads the executed statements from PostgreSQL's log.
fn executions(log: &str) -> Vec<Execution> {
    let mut entries: Vec<(String, String)> = Vec::new();
    for line in log.lines() {
        // "2026-11-29 12:42:54.346 UTC [4711] LOG:  execute sqlx_s_1: select …"; the lines after it begin with a tab.
        match line.strip_prefix('\t') {
            Some(more) => {
                if let Some((_, text)) = entries.last_mut() {
                    text.push('\n');
                    text.push_str(more);
                }
            }
            None => {
                let session = line.split_once(" [").and_then(|(_, rest)| rest.split_once("] "));
                if let Some((session, text)) = session {
                    entries.push((session.to_owned(), text.to_owned()));
                }
            }
        }
    }
    let mut executions: Vec<Execution> = Vec::new();
    for (session, entry) in entries {
        let statement = entry.strip_prefix("LOG:  ").and_then(|entry| match entry.strip_prefix("execute ") {
            Some(named) => named.split_once(": ").map(|(_, text)| text),
            None => entry.strip_prefix("statement: "),
        });
        if let Some(text) = statement {
            executions.push(Execution { session, text: single_spaced(text), values: Vec::new() });
        } else if let Some(values) = entry.strip_prefix("DETAIL:  Parameters: ")
            && let Some(execution) = executions.iter_mut().rev().find(|execution| execution.session == session)
        {
            execution.values = read_values(values);
        }
    }
    executions
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads "$1 = 'it''s', $2 = NULL".
fn read_values(mut text: &str) -> Vec<Option<String>> {
    let mut values = Vec::new();
    while let Some((_, rest)) = text.split_once(" = ") {
        let Some(quoted) = rest.strip_prefix('\'') else {
            values.push(None);
            text = rest;
            continue;
        };
        let mut value = String::new();
        let mut letters = quoted.char_indices().peekable();
        let mut end = quoted.len();
        while let Some((at, letter)) = letters.next() {
            if letter == '\'' && letters.next_if(|(_, next)| *next == '\'').is_none() {
                end = at + 1;
                break;
            }
            value.push(letter);
        }
        values.push(Some(value));
        text = &quoted[end..];
    }
    values
}

/// Finds each statement of the shop's log in the database's, with the transactions' beginnings, which only the latter holds.
fn matched(texts: &[String], executions: &[Execution]) -> Result<Vec<Played>> {
    let mut used = vec![false; executions.len()];
    let mut open: Option<&str> = None;
    let mut played = Vec::new();
    for text in texts {
        let wanted = single_spaced(text);
        if wanted == "COMMIT" {
            // A job may have sent the same statements at the same time: then the beginning was not seen.
            if open.take().is_some() {
                played.push(Played { text: wanted, values: Vec::new(), types: Vec::new() });
            }
            continue;
        }
        let at = (0..executions.len()).find(|at| !used[*at] && executions[*at].text == wanted);
        let at = at.with_context(|| format!("not in the database's log: {wanted}"))?;
        used[at] = true;
        let execution = &executions[at];
        let previous = (0..at).rev().find(|before| executions[*before].session == execution.session);
        if let Some(previous) = previous.filter(|previous| is_begin(&executions[*previous].text) && !used[*previous]) {
            used[previous] = true;
            open = Some(&execution.session);
            played.push(Played { text: executions[previous].text.clone(), values: Vec::new(), types: Vec::new() });
        }
        if is_begin(&wanted) {
            open = Some(&execution.session);
        }
        played.push(Played { text: text.clone(), values: execution.values.clone(), types: Vec::new() });
    }
    Ok(played)
}

fn is_begin(text: &str) -> bool {
    text.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("begin"))
}

/// Returns the types that the database gives to a statement's parameters.
async fn types(db: &PgPool, statement: &Played) -> Result<Vec<Option<String>>> {
    if statement.values.is_empty() {
        return Ok(Vec::new());
    }
    let prepared = db.prepare(AssertSqlSafe(statement.text.clone()).into_sql_str()).await?;
    Ok(match prepared.parameters() {
        Some(Either::Left(types)) => types.iter().map(|of| Some(of.name().to_owned())).collect(),
        _ => vec![None; statement.values.len()],
    })
}

impl Recording {
    /// Writes pgbench's script: the statements, with each play's own order, buyer and rows.
    fn script(&self, buyers: &[i64]) -> Result<String> {
        let (first, last) = buyers.iter().min().zip(buyers.iter().max()).context("nobody")?;
        let mut script = format!("\\set n random(1, 1000000000000)\n\\set buyer random({first}, {last})\n");
        for statement in &self.played {
            let mut rest = statement.text.trim().trim_end_matches(';');
            while let Some(at) = rest.find('$') {
                script.push_str(&rest[..at]);
                rest = &rest[at + 1..];
                let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
                let place: usize = rest[..digits].parse().with_context(|| format!("a $ in {}", statement.text))?;
                rest = &rest[digits..];
                let value = statement.values.get(place - 1).context("a parameter without a value")?;
                let kind = statement.types.get(place - 1).and_then(Option::as_deref);
                script.push_str(&self.literal(value.as_deref(), kind)?);
            }
            writeln!(script, "{rest};")?;
        }
        Ok(script)
    }

    fn literal(&self, value: Option<&str>, kind: Option<&str>) -> Result<String> {
        let cast = kind.map(|kind| format!("::{kind}")).unwrap_or_default();
        let Some(value) = value else { return Ok(format!("null{cast}")) };
        let mut literal = quoted(value)?;
        let (mut replaced, mut reads) = (false, false);
        for (held, expression) in self.stands_for.iter().filter(|(held, _)| value.contains(held.as_str())) {
            literal = format!("replace({literal}, {}, ({expression})::text)", quoted(held)?);
            replaced = true;
            reads |= expression.starts_with("currval");
        }
        Ok(match (replaced, reads) {
            // Read once a statement: a volatile function by itself would keep it from the index.
            (_, true) => format!("(select {literal}){cast}"),
            (true, false) => format!("({literal}){cast}"),
            (false, false) => format!("{literal}{cast}"),
        })
    }
}

/// Quotes a text so that pgbench finds no variable in it.
fn quoted(text: &str) -> Result<String> {
    let mut quoted = String::from("U&'");
    for letter in text.chars() {
        match letter {
            '\'' => quoted.push_str("''"),
            ':' | '\\' | '$' => write!(quoted, "\\{:04X}", u32::from(letter))?,
            _ => quoted.push(letter),
        }
    }
    quoted.push('\'');
    Ok(quoted)
}

//! The command `manao codes`: batches of voucher codes are imported, quarantined and burned, and everything sealed is sealed again with the
//! present key.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use chrono::NaiveDate;
use clap::Subcommand;
use manao_domain::Satang;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use sqlx::PgPool;

use super::{count, good_until, lock};
use crate::orders;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::Problem;
use manao_kernel::sealing::Sealer;
use manao_kernel::shared_keys;

/// Largest file, and most codes of one batch.
const LARGEST: u64 = 20 * 1024 * 1024;
const MOST: usize = 100_000;
/// Most characters of a code and of a serial.
const LONGEST: usize = 100;
/// Codes that are written at once.
const PART: usize = 1_000;
/// Codes that are sealed again in one transaction.
const RESEALED: i64 = 200;
/// Serials of duplicates that are printed.
const PRINTED: usize = 50;

#[derive(Subcommand, Debug)]
pub enum CodesCommand {
    /// Import a batch from a CSV file with the columns `code`, `serial` and, where codes expire, `expires_on` (2027-12-31)
    Import {
        file: PathBuf,
        /// The product's id or SKU
        #[arg(long)]
        product: String,
        /// Company that sold the codes to us
        #[arg(long)]
        supplier: String,
        /// Cost of one code, in baht
        #[arg(long)]
        cost: String,
        /// Person who imports them, for the record
        #[arg(long, env = "USER", default_value = "unknown")]
        by: String,
    },
    /// List the batches, newest first
    List,
    /// Stop selling a batch; codes that are sold stay with their buyers
    Quarantine {
        batch: i64,
        #[arg(long)]
        reason: String,
    },
    /// Sell a quarantined batch again
    Release { batch: i64 },
    /// Give a quarantined batch up: its unsold codes are never sold
    Burn {
        batch: i64,
        #[arg(long)]
        reason: String,
    },
    /// Seal again with VOUCHER_KEY everything that was sealed with a key of VOUCHER_OLD_KEYS; may be stopped and goes on where it stopped
    Reseal,
}

#[derive(Deserialize)]
struct Row {
    code: String,
    serial: String,
    #[serde(default)]
    expires_on: Option<String>,
}

/// A code that can be stored.
struct Checked {
    code: String,
    serial: String,
    expires_on: Option<NaiveDate>,
    fingerprint: Vec<u8>,
}

/// Runs the command and returns the text to print.
///
/// # Errors
/// When the file, the product or the batch is unusable, or the database refuses.
pub async fn run(app: &App, command: CodesCommand) -> anyhow::Result<String> {
    match command {
        CodesCommand::Import { file, product, supplier, cost, by } => {
            let supplier = name(&supplier).context("--supplier")?;
            let by = name(&by).context("--by")?;
            let cost = baht(&cost).context("--cost is no amount in baht, such as 96.50")?;
            import(app, &file, &product, supplier, cost, by).await
        }
        CodesCommand::List => list(&app.db).await,
        CodesCommand::Quarantine { batch, reason } => mark(app, batch, Mark::Quarantined, Some(&reason)).await,
        CodesCommand::Release { batch } => mark(app, batch, Mark::Released, None).await,
        CodesCommand::Burn { batch, reason } => mark(app, batch, Mark::Burned, Some(&reason)).await,
        CodesCommand::Reseal => reseal(app).await,
    }
}

/// Trims a name for the record.
fn name(given: &str) -> anyhow::Result<&str> {
    let name = given.trim();
    ensure!((1..=100).contains(&name.chars().count()), "must have 1 to 100 characters");
    Ok(name)
}

/// Parses an amount in baht, with at most two decimals.
fn baht(text: &str) -> Option<Satang> {
    let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let is_digits = |text: &str, most: usize| (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(whole, 9) || !is_digits(part, 2) {
        return None;
    }
    let part = part.parse::<i64>().ok()? * if part.len() == 1 { 10 } else { 1 };
    Some(Satang(whole.parse::<i64>().ok()? * 100 + part))
}

async fn import(app: &App, file: &Path, product: &str, supplier: &str, cost: Satang, by: &str) -> anyhow::Result<String> {
    let size = std::fs::metadata(file).with_context(|| format!("read {}", file.display()))?.len();
    ensure!(size <= LARGEST, "the file is over {} MB", LARGEST / 1024 / 1024);
    let bytes = std::fs::read(file).with_context(|| format!("read {}", file.display()))?;
    let hash = Sha256::digest(&bytes).to_vec();
    let sealer = Sealer::from_app(app).map_err(told)?;
    let rows = parse(&bytes, &sealer)?;
    let lines = rows.len();

    let mut change = app.change().await.map_err(told)?;
    let now = change.now();
    // One import at a time: of two duplicates, exactly one is the original.
    lock(change.conn()).await?;
    let product_id = find_product(&mut change, product).await?;
    let known =
        sqlx::query_scalar!("select id from shop.code_batches where file_hash = $1", hash).fetch_optional(change.conn()).await?;
    if let Some(batch) = known {
        bail!("this file was imported as batch {batch}");
    }
    let (fingerprints, serials): (Vec<Vec<u8>>, Vec<String>) =
        rows.iter().map(|row| (row.fingerprint.clone(), row.serial.clone())).unzip();
    let mut taken: HashSet<Vec<u8>> =
        sqlx::query_scalar!("select fingerprint from shop.code_fingerprints where fingerprint = any($1)", &fingerprints)
            .fetch_all(change.conn())
            .await?
            .into_iter()
            .collect();
    let mut taken_serials: HashSet<String> = sqlx::query_scalar!(
        "select serial from shop.voucher_codes where product_id = $1 and serial = any($2)",
        product_id,
        &serials
    )
    .fetch_all(change.conn())
    .await?
    .into_iter()
    .collect();
    let (mut fresh, mut duplicates) = (Vec::new(), Vec::new());
    for row in rows {
        let is_new = !taken.contains(&row.fingerprint) && !taken_serials.contains(&row.serial);
        if is_new {
            taken.insert(row.fingerprint.clone());
            taken_serials.insert(row.serial.clone());
            fresh.push(row);
        } else {
            duplicates.push(row.serial);
        }
    }
    let count_of = |items: usize| i32::try_from(items).unwrap_or(i32::MAX);
    let batch_id = sqlx::query_scalar!(
        "insert into shop.code_batches (product_id, supplier, cost_satang, file_hash, imported_by, imported_at, lines, imported, duplicates)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id",
        product_id,
        supplier,
        cost.0,
        hash,
        by,
        now,
        count_of(lines),
        count_of(fresh.len()),
        count_of(duplicates.len())
    )
    .fetch_one(change.conn())
    .await?;
    for part in fresh.chunks(PART) {
        let (mut sealed, mut serials, mut days, mut fingerprints) = (vec![], vec![], vec![], vec![]);
        for row in part {
            sealed.push(sealer.seal(row.code.as_bytes(), row.serial.as_bytes())?);
            serials.push(row.serial.clone());
            days.push(row.expires_on);
            fingerprints.push(row.fingerprint.clone());
        }
        sqlx::query!(
            "insert into shop.voucher_codes (product_id, batch_id, code_sealed, serial, expires_on, fingerprint, imported_at)
             select $1, $2, code, serial, day, fingerprint, $7
             from unnest($3::bytea[], $4::text[], $5::date[], $6::bytea[]) as c (code, serial, day, fingerprint)",
            product_id,
            batch_id,
            &sealed,
            &serials,
            &days as &[Option<NaiveDate>],
            &fingerprints,
            now
        )
        .execute(change.conn())
        .await?;
    }
    let until = good_until(app, now);
    count(change.conn(), product_id, until).await.map_err(told)?;
    change.commit().await.map_err(told)?;
    let mut said = format!("Batch {batch_id}: {} of {lines} codes imported", fresh.len());
    if !duplicates.is_empty() {
        said +=
            &format!(", {} duplicates left out: {}", duplicates.len(), duplicates[..duplicates.len().min(PRINTED)].join(", "));
        if duplicates.len() > PRINTED {
            said += " …";
        }
    }
    Ok(said)
}

/// Parses the file as a whole: with one bad line nothing is imported.
fn parse(bytes: &[u8], sealer: &Sealer) -> anyhow::Result<Vec<Checked>> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(bytes);
    let mut rows = Vec::new();
    for (number, row) in (2..).zip(reader.deserialize::<Row>()) {
        ensure!(rows.len() < MOST, "the file has over {MOST} codes");
        // Without the line's text: a code must not reach a log.
        let row = row.map_err(|_| anyhow::anyhow!("line {number} has not the columns code and serial"))?;
        let is_plain = |text: &str| (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(char::is_control);
        ensure!(is_plain(&row.code) && is_plain(&row.serial), "line {number} has no code or serial of 1 to {LONGEST} characters");
        let expires_on = match row.expires_on.as_deref().filter(|day| !day.is_empty()) {
            Some(day) => {
                Some(day.parse::<NaiveDate>().with_context(|| format!("line {number} expires on no day, such as 2027-12-31"))?)
            }
            None => None,
        };
        let fingerprint = sealer.fingerprint(&row.code);
        rows.push(Checked { code: row.code, serial: row.serial, expires_on, fingerprint });
    }
    ensure!(!rows.is_empty(), "the file has no codes");
    Ok(rows)
}

/// Finds and locks a product whose codes we keep.
async fn find_product(change: &mut Change, wanted: &str) -> anyhow::Result<i64> {
    let found = sqlx::query!(
        r#"select p.id, g.kind = 'voucher' and p.stock is not null as "own!" from shop.products p join shop.games g on g.id = p.game_id
           where p.id = $1 or p.sku = $2 limit 2 for update of p"#,
        wanted.parse::<i64>().ok(),
        wanted
    )
    .fetch_all(change.conn())
    .await?;
    match found.as_slice() {
        [product] => {
            ensure!(product.own, "product {wanted} is not a voucher with a stock of its own");
            Ok(product.id)
        }
        [] => bail!("there is no product {wanted}"),
        _ => bail!("several products have the SKU {wanted}: give the id"),
    }
}

async fn list(db: &PgPool) -> anyhow::Result<String> {
    let batches = sqlx::query!(
        r#"select b.id, p.sku, b.supplier, b.cost_satang, b.imported_by, b.imported_at, b.imported, b.duplicates, b.quarantined_at, b.reason,
                  count(c.id) filter (where c.state = 'free') as "free!", count(c.id) filter (where c.state = 'sold') as "sold!"
           from shop.code_batches b join shop.products p on p.id = b.product_id left join shop.voucher_codes c on c.batch_id = b.id
           group by b.id, p.sku order by b.id desc limit 200"#
    )
    .fetch_all(db)
    .await?;
    let lines = batches.into_iter().map(|batch| {
        let state = match batch.quarantined_at {
            Some(_) => format!("quarantined: {}", batch.reason.unwrap_or_default()),
            None => String::new(),
        };
        format!(
            "{}\t{}\t{}\t{} baht\t{}\t{}\t{} codes, {} free, {} sold, {} duplicates\t{state}",
            batch.id,
            batch.sku,
            batch.supplier,
            Satang(batch.cost_satang),
            batch.imported_by,
            batch.imported_at.format("%Y-%m-%d"),
            batch.imported,
            batch.free,
            batch.sold,
            batch.duplicates
        )
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Quarantined,
    Released,
    Burned,
}

/// Changes what becomes of the codes of a batch that are not sold. Codes held for an order are taken out too: the order gets others, or goes
/// to the repair queue.
async fn mark(app: &App, batch: i64, mark: Mark, reason: Option<&str>) -> anyhow::Result<String> {
    let reason = reason.map(note::checked).transpose().map_err(told)?;
    let mut change = app.change().await.map_err(told)?;
    let now = change.now();
    let product_id = sqlx::query_scalar!("select product_id from shop.code_batches where id = $1", batch)
        .fetch_optional(change.conn())
        .await?
        .with_context(|| format!("there is no batch {batch}"))?;
    sqlx::query!("select id from shop.products where id = $1 for update", product_id).fetch_one(change.conn()).await?;
    let (from, to) = match mark {
        Mark::Quarantined => (&["free", "held"][..], "quarantined"),
        Mark::Released => (&["quarantined"][..], "free"),
        Mark::Burned => (&["quarantined"][..], "burned"),
    };
    let from: Vec<String> = from.iter().map(|state| (*state).to_owned()).collect();
    let changed = sqlx::query!(
        "update shop.voucher_codes set state = $2, order_line_id = null where batch_id = $1 and state = any($3)",
        batch,
        to,
        &from
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    let quarantined_at = (mark != Mark::Released).then_some(now);
    sqlx::query!(
        "update shop.code_batches set quarantined_at = case when $2::timestamptz is null then null else coalesce(quarantined_at, $2) end,
                reason = $3 where id = $1",
        batch,
        quarantined_at,
        reason
    )
    .execute(change.conn())
    .await?;
    let until = good_until(app, now);
    count(change.conn(), product_id, until).await.map_err(told)?;
    change.commit().await.map_err(told)?;
    Ok(format!("Batch {batch}: {changed} codes are {to} now."))
}

/// Seals everything again that another key sealed. It may be stopped and started again; what is done is not done twice.
async fn reseal(app: &App) -> anyhow::Result<String> {
    let sealer = Sealer::from_app(app).map_err(told)?;
    let mut count = shared_keys::reseal(&app.db, &sealer).await?;
    count += manao_people::sealed::reseal(app).await.map_err(told)?;
    count += orders::reseal_tax_ids(app).await.map_err(told)?;
    let (mut after, mut left) = ([0, 0], 0_u64);
    for delivered in [false, true] {
        loop {
            let mut change = app.change().await.map_err(told)?;
            let place = usize::from(delivered);
            let rows = stale(&mut change, delivered, after[place], &sealer.prefix()).await?;
            let Some(last) = rows.last() else { break };
            after[place] = last.id;
            for row in &rows {
                let Ok(fresh) = sealer.renew(&row.code_sealed, row.serial.as_bytes()) else {
                    tracing::error!(serial = row.serial, "a code does not open: it is left as it is");
                    left += 1;
                    continue;
                };
                match delivered {
                    false => sqlx::query!("update shop.voucher_codes set code_sealed = $2 where id = $1", row.id, fresh),
                    true => sqlx::query!("update shop.delivered_codes set code_sealed = $2 where id = $1", row.id, fresh),
                }
                .execute(change.conn())
                .await?;
                count += 1;
            }
            change.commit().await.map_err(told)?;
        }
    }
    let rest = if left > 0 { format!(", {left} codes do not open with our keys") } else { String::new() };
    Ok(format!("{count} values were sealed again{rest}."))
}

struct SealedCode {
    id: i64,
    code_sealed: Vec<u8>,
    serial: String,
}

/// Returns some of our own or delivered codes that are not sealed with the present key, locked.
async fn stale(change: &mut Change, delivered: bool, after: i64, prefix: &[u8]) -> sqlx::Result<Vec<SealedCode>> {
    match delivered {
        false => {
            sqlx::query_as!(
            SealedCode,
            "select id, code_sealed, serial from shop.voucher_codes where id > $1 and substring(code_sealed from 1 for 8) <> $2
                 order by id limit $3 for update",
            after,
            prefix,
            RESEALED
        )
            .fetch_all(change.conn())
            .await
        }
        true => {
            sqlx::query_as!(
            SealedCode,
            "select id, code_sealed, serial from shop.delivered_codes where id > $1 and substring(code_sealed from 1 for 8) <> $2
                 order by id limit $3 for update",
            after,
            prefix,
            RESEALED
        )
            .fetch_all(change.conn())
            .await
        }
    }
}

fn told(problem: Problem) -> anyhow::Error {
    anyhow::anyhow!("{problem}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_an_amount_in_baht() {
        for (text, satang) in
            [("96", Some(9_600)), ("96.5", Some(9_650)), (" 0.05 ", Some(5)), ("96.505", None), ("-1", None), ("", None)]
        {
            assert_eq!(baht(text), satang.map(Satang), "{text}");
        }
    }

    #[test]
    fn a_file_is_read_as_a_whole_and_names_no_code_in_its_faults() {
        let sealer = Sealer::new("YW5vdGhlciBrZXksIG9mIHRoaXJ0eS10d28gYnl0ZXM=").unwrap();
        let rows = parse(b"code,serial,expires_on\nK7QF-1, S1 ,2027-12-31\nK7QF-2,S2,\n", &sealer).unwrap();
        assert_eq!(rows.iter().map(|row| row.serial.as_str()).collect::<Vec<_>>(), ["S1", "S2"]);
        assert_eq!((rows[0].expires_on.is_some(), rows[1].expires_on), (true, None));
        for file in ["code,serial\n", "code\nK7QF\n", "code,serial,expires_on\nK7QF,S1,soon\n", "code,serial\nK7QF,\n"] {
            let fault = parse(file.as_bytes(), &sealer).err().unwrap().to_string();
            assert!(!fault.contains("K7QF"), "{fault}");
        }
    }
}

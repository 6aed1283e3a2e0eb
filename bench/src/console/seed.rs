//! People and orders in bulk: copies of one order that was really bought.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use sqlx::PgPool;

use crate::buying::seed as buying;
use crate::people;
use crate::shop::{Member, Shop};

/// What can be read out of an order of that number, from 1.
pub struct Known {
    pub order: String,
    pub receipt: String,
    pub charge: String,
    pub player: String,
    pub mobile_end: String,
    pub email: String,
    pub name: String,
}

/// Returns what the search must find; each order and person is made of its number.
pub fn known(number: usize, people: usize) -> Known {
    let letters = format!("{number:08X}");
    let person = number % people + 1;
    Known {
        order: format!("MN-{}-{}", &letters[..4], &letters[4..]),
        receipt: format!("RB-2026-{number:07}"),
        charge: format!("chrg_bench_{number}"),
        player: format!("{}", 100_000_000 + number),
        mobile_end: format!("{:04}", person % 10_000),
        email: format!("crowd-{person}@crowd.manao.example"),
        name: format!("crowd {person}"),
    }
}

/// Columns of a table that a copy takes over: all that are written, but these.
async fn columns(db: &PgPool, table: &str, own: &[&str]) -> Result<String> {
    let own: Vec<String> = own.iter().map(|column| (*column).to_owned()).collect();
    let columns: Option<String> = sqlx::query_scalar(
        "select string_agg(quote_ident(column_name), ', ') from information_schema.columns
         where table_schema = 'shop' and table_name = $1 and is_generated = 'NEVER' and column_name <> 'id' and column_name <> all($2)",
    )
    .bind(table)
    .bind(own)
    .fetch_one(db)
    .await?;
    columns.context("no columns")
}

/// Makes so many people, and so many orders of theirs with a line, a payment, a delivery, a receipt and their log. Returns an order of the
/// demo, which was bought.
pub async fn rows(shop: &Shop, db: &PgPool, people: i32, orders: i32) -> Result<String> {
    sqlx::query(
        "insert into people.users (display_name, email, email_verified_at, msisdn, msisdn_verified_at, created_at)
         select 'Crowd ' || n, ('crowd-' || n || '@crowd.manao.example')::citext, now(), '668' || lpad((10000000 + n)::text, 8, '0'), now(), now()
         from generate_series(1, $1) n",
    )
    .bind(people)
    .execute(db)
    .await?;
    let bought = bought(shop, db).await?;
    let first: i64 = sqlx::query_scalar("select min(id) from people.users where display_name = 'Crowd 1'").fetch_one(db).await?;
    let order: i64 = sqlx::query_scalar("select id from shop.orders where number = $1").bind(&bought).fetch_one(db).await?;
    let base: i64 = sqlx::query_scalar("select max(id) from shop.orders").fetch_one(db).await?;
    let own = columns(db, "orders", &["number", "user_id"]).await?;
    run(
        db,
        &format!(
            "insert into shop.orders (number, user_id, {own})
             select 'MN-' || substr(h, 1, 4) || '-' || substr(h, 5, 4), {first} + n % {people}, {own}
             from generate_series(1, {orders}) n cross join lateral (select lpad(upper(to_hex(n)), 8, '0') as h) h
                  join (select {own} from shop.orders where id = {order}) o on true order by n"
        ),
    )
    .await?;
    for (table, own, values) in [
        ("order_lines", "player_id", "(100000000 + n)::text"),
        ("order_events", "", ""),
        ("payments", "reference, charge_id", "'bench-' || n, 'chrg_bench_' || n"),
        ("sales_documents", "number, serial", "'RB-2026-' || lpad(n::text, 7, '0'), 10000000 + n"),
    ] {
        let names: Vec<&str> = own.split(", ").filter(|name| !name.is_empty()).collect();
        let rest = columns(db, table, &[["order_id"].as_slice(), &names].concat()).await?;
        let (own, values) =
            if own.is_empty() { (String::new(), String::new()) } else { (format!(", {own}"), format!(", {values}")) };
        run(
            db,
            &format!(
                "insert into shop.{table} (order_id{own}, {rest}) select {base} + n{values}, {rest}
                 from generate_series(1, {orders}) n join (select {rest} from shop.{table} where order_id = {order}) o on true order by n"
            ),
        )
        .await?;
    }
    let rest = columns(db, "deliveries", &["order_id", "order_line_id", "reference"]).await?;
    run(
        db,
        &format!(
            "insert into shop.deliveries (order_id, order_line_id, reference, {rest}) select l.order_id, l.id, 'bench-' || l.id, {rest}
             from shop.order_lines l join (select {rest} from shop.deliveries where order_id = {order}) o on true where l.order_id > {base}"
        ),
    )
    .await?;
    run(db, "vacuum analyze").await?;
    let made: i64 = sqlx::query_scalar("select count(*) from shop.orders where id > $1").bind(base).fetch_one(db).await?;
    ensure!(made == i64::from(orders), "{made} orders");
    Ok(bought)
}

async fn run(db: &PgPool, sql: &str) -> Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned()))
        .execute(db)
        .await
        .with_context(|| sql.chars().take(60).collect::<String>())?;
    Ok(())
}

/// Buys a package as a customer does, and waits for its delivery.
async fn bought(shop: &Shop, db: &PgPool) -> Result<String> {
    let (_, members) = buying::buyers(db, "reader", 1).await?;
    let [buyer] = members.as_slice() else { anyhow::bail!("no buyer") };
    let package = buying::package(db).await?;
    let wanted = json!({
        "direct": {"productId": package.id, "quantity": 1, "playerId": "884210019"}, "channel": "promptpay",
        "expectedTotalSatang": package.price_satang, "again": true, "regionConfirmed": true,
    });
    let order = shop.post("/purchase/create-order", Some(buyer), &wanted).await?;
    let number = order["number"].as_str().context("no number")?.to_owned();
    for _ in 0..300 {
        let order = shop.post("/purchase/get-by-id", Some(buyer), &json!({"number": number})).await?;
        match (order["status"].as_str(), order["payment"]["transactionId"].as_str()) {
            (Some("completed"), _) => return Ok(number),
            (_, Some(charge)) if order["paidAt"].is_null() => {
                // Paid already while the webhook is on its way.
                let _ = shop.sandbox("/phone/pay", &json!({"chargeId": charge})).await;
            }
            _ => {}
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    anyhow::bail!("{number} is not delivered")
}

/// Somebody in the console.
pub struct Staff {
    pub member: Member,
    /// The console's cookie
    pub cookie: String,
}

/// Signs people in who are staff with every role, in the console.
pub async fn staff(db: &PgPool, count: i32) -> Result<Vec<Staff>> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "insert into people.users (display_name, email, email_verified_at, synced_at, created_at)
         select 'Staff ' || n, ('staff-' || n || '@bench.manao.example')::citext, now(), now(), now() from generate_series(1, $1) n returning id",
    )
    .bind(count)
    .fetch_all(db)
    .await?;
    sqlx::query(
        "insert into people.staff_roles (identifier, role, granted_at)
         select u.email, role, now() from people.users u, unnest(array['support', 'content', 'catalogue', 'finance', 'esports', 'admin']) role
         where u.id = any($1)",
    )
    .bind(&ids)
    .execute(db)
    .await?;
    let members = people::sign_in(db, &ids).await?;
    let mut staff = Vec::new();
    for (place, (id, member)) in ids.into_iter().zip(members).enumerate() {
        // 32 bytes in base64url.
        let secret = format!("{place:0>42}A");
        sqlx::query(
            "insert into people.console_sessions (id, hash, user_id, session_id, began_at, used_at, factor, factor_at)
             select gen_random_uuid(), sha256($2), $1, s.id, now(), now(), 'totp', now() from people.sessions s where s.user_id = $1",
        )
        .bind(id)
        .bind(secret.as_bytes())
        .execute(db)
        .await?;
        staff.push(Staff { member, cookie: format!("manao_console={secret}") });
    }
    Ok(staff)
}

//! Our own codes: each is sold once, the soonest to expire first, and none that is about to expire.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use manao_api::Roles;
use manao_api::server;
use manao_kernel::Clock;
use manao_kernel::sealing::Sealer;
use manao_shop::voucher_codes::command::{self, CodesCommand};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::orders::shop::Shop;
use crate::support::Client;

/// Adds a code like an operator, or an earlier version: without a fingerprint.
async fn put(shop: &Shop, product: i64, serial: &str, code: &str, days: i32) {
    let sealer = Sealer::new(shop.world.app.settings.voucher_key.as_deref().unwrap()).unwrap();
    sqlx::query(
        "insert into shop.voucher_codes (product_id, code_sealed, serial, expires_on) values ($1, $2, $3, current_date + $4)",
    )
    .bind(product)
    .bind(sealer.seal(code.as_bytes(), serial.as_bytes()).unwrap())
    .bind(serial)
    .bind(days)
    .execute(&shop.world.app.db)
    .await
    .unwrap();
}

async fn bought(shop: &Shop, client: &Client, product: i64) -> Value {
    let order = shop.buy(client, product, 10_000).await;
    paid(shop, client, &order).await
}

/// Pays an order of one code, and returns that code.
async fn paid(shop: &Shop, client: &Client, order: &Value) -> Value {
    shop.pay(order).await.ok();
    let order = shop.until(client, order, "completed", |order| order["status"] == "completed").await;
    let ask = json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1});
    client.post("/purchase/reveal-code", ask).await.ok()["code"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_sold_once_and_the_soonest_to_expire_first() {
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let stock = "select coalesce(sum(stock), 0)::bigint from shop.products";
    let (cards, other) = (shop.cards(10_000, 0).await, shop.cards(10_000, 0).await);
    put(&shop, cards, "S-1", "K7QF-22XY", 400).await;
    put(&shop, cards, "S-2", "AAAA-BBBB", 60).await;
    put(&shop, cards, "S-3", "CCCC-DDDD", 10).await;
    // The same code in another batch, in another spelling, and for another product.
    put(&shop, cards, "S-4", "k7qf 22xy", 400).await;
    put(&shop, other, "S-5", "K7QF22XY", 400).await;
    shop.order(&mali, cards, 10_000).await.refused(409, "product_sold_out");

    shop.world.run_task("voucher_codes.count").await;
    assert_eq!(shop.count(stock).await, 2, "neither the same code twice nor one that is about to expire is counted");
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where duplicate").await, 2);
    assert_eq!(bought(&shop, &mali, cards).await, "AAAA-BBBB");
    // A code that was held and released counts as before.
    let order = shop.buy(&mali, cards, 10_000).await;
    assert_eq!(shop.count(stock).await, 0);
    shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!(shop.count(stock).await, 1);
    assert_eq!(bought(&shop, &mali, cards).await, "K7QF-22XY");
    // A reserved code that has come too near its expiry in the meantime stays here.
    put(&shop, cards, "S-6", "DDDD-EEEE", 60).await;
    shop.world.run_task("voucher_codes.count").await;
    let order = shop.buy(&mali, cards, 10_000).await;
    sqlx::query("update shop.voucher_codes set expires_on = current_date + 10 where state = 'held'")
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    put(&shop, cards, "S-7", "FFFF-GGGG", 60).await;
    shop.world.run_task("voucher_codes.count").await;
    assert_eq!(paid(&shop, &mali, &order).await, "FFFF-GGGG");
    for product in [cards, other] {
        shop.order(&mali, product, 10_000).await.refused(409, "product_sold_out");
    }

    // A sold code stays sold, however it was added; and a code that was here is not accepted again.
    let db = &shop.world.app.db;
    for moved in [
        "update shop.voucher_codes set order_line_id = order_line_id + 1 where state = 'sold'",
        "update shop.voucher_codes set state = 'free', order_line_id = null where state = 'sold'",
        "delete from shop.voucher_codes where state = 'sold'",
    ] {
        assert!(sqlx::query(moved).execute(db).await.unwrap_err().to_string().contains("stays with its line"), "{moved}");
    }
    let again = "insert into shop.voucher_codes (product_id, code_sealed, serial, fingerprint)
                 select product_id, code_sealed, 'S-9', fingerprint from shop.voucher_codes where state = 'sold' limit 1";
    assert!(sqlx::query(again).execute(db).await.unwrap_err().to_string().contains("code_fingerprints"));
}

fn import(file: &std::path::Path, product: i64) -> CodesCommand {
    CodesCommand::Import {
        file: file.to_owned(),
        product: product.to_string(),
        supplier: "Lime Cards Ltd".to_owned(),
        cost: "96.50".to_owned(),
        by: "mali@manao.example".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_imported_once_quarantined_burned_and_sealed_again() {
    let shop = Shop::open().await;
    let (mali, app) = (shop.world.user("mali").await, &shop.world.app);
    let (cards, topup) = (shop.cards(10_000, 0).await, shop.product(10_000).await);
    let stock = "select coalesce(sum(stock), 0)::bigint from shop.products where stock is not null";
    put(&shop, cards, "S-1", "K7QF-22XY", 400).await;
    shop.world.run_task("voucher_codes.count").await;
    let file = std::env::temp_dir().join(format!("manao-codes-{}.csv", uuid::Uuid::new_v4().simple()));
    std::fs::write(&file, "code,serial,expires_on\nk7qf22xy,S-2,\nAAAA-BBBB,S-3,2099-12-31\nCCCC-DDDD,S-4,\naaaa bbbb,S-5,\n")
        .unwrap();

    // A known code, and one that stands there twice, are left out and named.
    assert!(command::run(app, import(&file, topup)).await.unwrap_err().to_string().contains("not a voucher"));
    let said = command::run(app, import(&file, cards)).await.unwrap();
    assert_eq!(said, "Batch 1: 2 of 4 codes imported, 2 duplicates left out: S-2, S-5");
    assert_eq!(command::run(app, import(&file, cards)).await.unwrap_err().to_string(), "this file was imported as batch 1");
    std::fs::remove_file(&file).unwrap();
    let kept = "select count(*) from shop.code_batches where supplier = 'Lime Cards Ltd' and cost_satang = 9650 and length(file_hash) = 32
                and imported_by = 'mali@manao.example' and (lines, imported, duplicates) = (4, 2, 2)";
    assert_eq!((shop.count(kept).await, shop.count(stock).await), (1, 3));

    // A code of a quarantined batch is not sold, not even one that is held; released it is.
    let held = shop.buy(&mali, cards, 10_000).await;
    let quarantine = || CodesCommand::Quarantine { batch: 1, reason: "the supplier's card was stolen".to_owned() };
    assert_eq!(command::run(app, quarantine()).await.unwrap(), "Batch 1: 2 codes are quarantined now.");
    assert_eq!(paid(&shop, &mali, &held).await, "K7QF-22XY", "it gets a code of another batch");
    assert_eq!(shop.count(stock).await, 0);
    shop.order(&mali, cards, 10_000).await.refused(409, "product_sold_out");
    command::run(app, CodesCommand::Release { batch: 1 }).await.unwrap();
    assert_eq!(bought(&shop, &mali, cards).await, "AAAA-BBBB");
    command::run(app, quarantine()).await.unwrap();
    let burn = CodesCommand::Burn { batch: 1, reason: "the supplier took them back".to_owned() };
    assert_eq!(command::run(app, burn).await.unwrap(), "Batch 1: 1 codes are burned now.");
    assert_eq!(shop.count("select count(*) from shop.voucher_codes where state = 'sold'").await, 2, "sold codes stay");
    assert!(command::run(app, CodesCommand::List).await.unwrap().contains("quarantined: the supplier took them back"));

    the_dump_alone_opens_nothing(&shop).await;

    // The key is replaced: values of before open with it named as an old one, and are sealed again.
    let mut settings = app.settings.clone();
    let old = settings.voucher_key.replace(STANDARD.encode([7_u8; 32])).unwrap();
    settings.voucher_old_keys = Some(old.clone());
    let other = server::app(settings.clone(), Clock::system(), app.db.clone(), Roles { hub: true, jobs: false }).unwrap();
    let said = command::run(&other, CodesCommand::Reseal).await.unwrap();
    assert!(said.ends_with("values were sealed again."), "{said}");
    assert_eq!(command::run(&other, CodesCommand::Reseal).await.unwrap(), "0 values were sealed again.");
    settings.voucher_old_keys = None;
    settings.voucher_fingerprint_key = Some(old.clone());
    let (present, before) = (Sealer::from_settings(&settings).unwrap(), Sealer::new(&old).unwrap());
    let sealed: Vec<(Vec<u8>, String, Vec<u8>)> =
        sqlx::query_as("select code_sealed, serial, fingerprint from shop.voucher_codes").fetch_all(&app.db).await.unwrap();
    for (sealed, serial, fingerprint) in sealed {
        let code = present.open(&sealed, serial.as_bytes()).unwrap();
        assert_eq!(present.fingerprint(&code), fingerprint, "it is recognised as before");
        assert!(before.open(&sealed, serial.as_bytes()).is_err());
    }
}

/// Reads every row of every table: no code stands there, and nothing that stands there is a key that opens one.
async fn the_dump_alone_opens_nothing(shop: &Shop) {
    let db = &shop.world.app.db;
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', table_schema, table_name) from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(db)
    .await
    .unwrap();
    let mut dump = String::new();
    for table in tables {
        let rows = format!("select coalesce(string_agg(t::text, ' '), '') from {table} t");
        dump += &sqlx::query_scalar::<_, String>(AssertSqlSafe(rows)).fetch_one(db).await.unwrap();
    }
    for code in ["K7QF-22XY", "AAAA-BBBB", "CCCC-DDDD"] {
        assert!(!dump.contains(code) && !dump.contains(&hex::encode(code)), "{code} is in the dump");
    }
    let (sealed, serial): (Vec<u8>, String) =
        sqlx::query_as("select code_sealed, serial from shop.voucher_codes limit 1").fetch_one(db).await.unwrap();
    assert!(!dump.contains(shop.world.app.settings.voucher_key.as_deref().unwrap()));
    // Every value of 32 bytes, written as hex digits, tried as a key.
    let values = dump.split(|sign: char| !sign.is_ascii_hexdigit()).filter(|value| value.len() == 64);
    let mut tried = 0;
    for value in values {
        let key = STANDARD.encode(hex::decode(value).unwrap());
        assert!(Sealer::new(&key).unwrap().open(&sealed, serial.as_bytes()).is_err());
        tried += 1;
    }
    assert!(tried > 0, "fingerprints at least");
}

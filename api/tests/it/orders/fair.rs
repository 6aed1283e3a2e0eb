//! Limits on what one user may reserve without paying.

use serde_json::json;

use crate::orders::mobile::{POSTPAID, PREPAID};
use crate::orders::shop::{Shop, direct};

#[tokio::test(flavor = "multi_thread")]
async fn a_flash_sale_is_one_piece_a_person_unless_it_says_otherwise() {
    let shop = Shop::with(|settings| settings.flash_per_person = 1).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let product = shop.product(10_000).await;
    shop.flash_sale(product, 8_000, 40).await;
    sqlx::query("update shop.flash_sales set per_person = null").execute(&shop.world.app.db).await.unwrap();
    // Two of them, and one after the other; the refusal has the total that would be due then.
    let both = mali.post_once("/purchase/create-order", "two-of-them", direct(product, 2, 16_000)).await;
    let both = both.refused(409, "flash_sale_limit");
    assert_eq!((&both["params"]["limit"], &both["params"]["totalSatang"]), (&json!(1), &json!(20_000)));
    let order = shop.buy(&mali, product, 8_000).await;
    shop.order(&mali, product, 8_000).await.refused(409, "flash_sale_limit");
    shop.buy(&chai, product, 8_000).await;
    // At the usual price there are more.
    let usual = shop.buy(&mali, product, 10_000).await;
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 2);
    // Cancelled, it is available to them again; two at once count as one.
    shop.update(&mali, &usual, "cancel").await.ok();
    shop.update(&mali, &order, "cancel").await.ok();
    let (one, other) = tokio::join!(shop.order(&mali, product, 8_000), shop.order(&mali, product, 8_000));
    let refused = if one.status == 201 { other } else { one };
    refused.refused(409, "flash_sale_limit");
    assert_eq!(shop.count("select taken::bigint from shop.flash_sales").await, 2);
    sqlx::query("update shop.flash_sales set per_person = 2").execute(&shop.world.app.db).await.unwrap();
    shop.buy(&mali, product, 8_000).await;
    several_accounts_of_one_person_have_one_share(&shop).await;
    late_money_has_no_second_share(&shop).await;
}

/// Creates a product whose flash sale allows one piece per user, at 50 baht.
async fn one_piece_each(shop: &Shop) -> (i64, i64) {
    let product = shop.product(9_000).await;
    let sale = shop.flash_sale(product, 5_000, 40).await;
    let one = "update shop.flash_sales set per_person = 1 where id = $1";
    sqlx::query(one).bind(sale).execute(&shop.world.app.db).await.unwrap();
    (product, sale)
}

async fn taken(shop: &Shop, sale: i64) -> i32 {
    sqlx::query_scalar("select taken from shop.flash_sales where id = $1").bind(sale).fetch_one(&shop.world.app.db).await.unwrap()
}

async fn several_accounts_of_one_person_have_one_share(shop: &Shop) {
    let (product, sale) = one_piece_each(shop).await;
    let user = async |name: &str| shop.world.user(name).await;
    // By one mailbox.
    let (anna, again) = (user("anna").await, user("again").await);
    shop.verify_email(&anna, "anna@lime.example").await;
    shop.verify_email(&again, "Anna+2@lime.example").await;
    shop.buy(&anna, product, 5_000).await;
    shop.order(&again, product, 5_000).await.refused(409, "flash_sale_limit");
    let asked = json!({"productId": product, "quantity": 1});
    let standing = again.post("/flash-sale/check-flash-sale", asked).await.ok();
    assert_eq!((&standing["available"], &standing["limit"]), (&json!(false), &json!(0)));
    let rule = again.post("/rule/check-rule", json!({"direct": direct(product, 1, 0)["direct"]})).await.ok();
    assert_eq!(rule["totals"]["totalSatang"], 9_000);
    shop.verify_email(&again, "anna2@lime.example").await;
    let theirs = shop.buy(&again, product, 5_000).await;
    shop.update(&again, &theirs, "cancel").await.ok();

    // By one number, at once; afterwards by its holder.
    let (one, other) = (user("one").await, user("other").await);
    let (first, second) =
        tokio::join!(shop.order_by(&one, product, 5_000, POSTPAID), shop.order_by(&other, product, 5_000, POSTPAID));
    let (buyer, order, refused) = if first.status == 201 { (&one, first, second) } else { (&other, second, first) };
    refused.refused(409, "flash_sale_limit");
    shop.confirm(buyer, &order.ok(), &shop.texted(POSTPAID).await).await.ok();
    let owner = user("owner").await;
    shop.verify_number(&owner, POSTPAID).await;
    shop.order(&owner, product, 5_000).await.refused(409, "flash_sale_limit");
    assert_eq!(taken(shop, sale).await, 2);

    // A user who only enters another's number takes nothing from them.
    let (stranger, careful) = (user("stranger").await, user("careful").await);
    shop.verify_number(&careful, PREPAID).await;
    assert_eq!(shop.order_by(&stranger, product, 5_000, PREPAID).await.status, 201);
    shop.buy(&careful, product, 5_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_of_one_number_or_card_are_one_person_before_a_charge_is_made() {
    let shop = Shop::open().await;
    let (product, sale) = one_piece_each(&shop).await;
    let user = async |name: &str| shop.world.user(name).await;
    let charges = "select count(*) from shop.payments";

    // The number verified by one account is the KYC number of another.
    let (nida, nida_again) = (user("nida").await, user("nida-again").await);
    shop.verify_number(&nida, PREPAID).await;
    let kyc =
        "insert into people.kyc_numbers (user_id, msisdn, confirmed_at) select $1, msisdn, now() from people.users where id = $2";
    sqlx::query(kyc).bind(nida_again.user_id).bind(nida.user_id).execute(&shop.world.app.db).await.unwrap();
    let (one, other) = tokio::join!(shop.order(&nida, product, 5_000), shop.order(&nida_again, product, 5_000));
    let refused = if one.status == 201 { other } else { one };
    refused.refused(409, "flash_sale_limit");
    assert_eq!((taken(&shop, sale).await, shop.count(charges).await), (1, 1));

    // One mailbox, at once.
    let (anna, anna_again) = (user("anna").await, user("anna-again").await);
    shop.verify_email(&anna, "anna@lime.example").await;
    shop.verify_email(&anna_again, "ANNA+sale@lime.example").await;
    let (one, other) = tokio::join!(shop.order(&anna, product, 5_000), shop.order(&anna_again, product, 5_000));
    let refused = if one.status == 201 { other } else { one };
    refused.refused(409, "flash_sale_limit");
    assert_eq!((taken(&shop, sale).await, shop.count(charges).await), (2, 2));

    // A card that paid for one account, and pays for another.
    let (carl, carl_again, chai) = (user("carl").await, user("carl-again").await, user("chai").await);
    let usual = shop.product(3_000).await;
    for client in [&carl, &carl_again] {
        let order = shop.buy(client, usual, 3_000).await;
        shop.pay(&order).await.ok();
        shop.until_paid(client, &order).await;
        let card = "update shop.payments set card_fingerprint = 'one-card' where reference = $1";
        sqlx::query(card).bind(order["payment"]["reference"].as_str()).execute(&shop.world.app.db).await.unwrap();
    }
    shop.buy(&carl, product, 5_000).await;
    shop.order(&carl_again, product, 5_000).await.refused(409, "flash_sale_limit");
    assert_eq!((taken(&shop, sale).await, shop.count(charges).await), (3, 5));

    // An order cannot be moved to a number that has had its share; the attempt that can be paid stays.
    let (one, other) = (user("one").await, user("other").await);
    let order = shop.buy_by(&one, product, 5_000, POSTPAID).await;
    let moved = shop.buy(&other, product, 5_000).await;
    let by_number = |order: &serde_json::Value| json!({"number": order["number"], "action": "change_channel", "channel": "ais_postpaid", "mobileNumber": POSTPAID});
    let change = async |client: &crate::support::Client, order: &serde_json::Value| {
        client.post("/purchase/update-order-status", by_number(order)).await
    };
    change(&other, &moved).await.refused(409, "flash_sale_limit");
    let still = shop.read(&other, &moved).await;
    assert_eq!((&still["channel"], &still["payment"]["reference"]), (&json!("promptpay"), &moved["payment"]["reference"]));
    shop.confirm(&one, &order, &shop.texted(POSTPAID).await).await.ok();
    change(&other, &moved).await.refused(409, "flash_sale_limit");
    shop.buy(&chai, product, 5_000).await;
}

async fn late_money_has_no_second_share(shop: &Shop) {
    let (product, sale) = one_piece_each(shop).await;
    let late = shop.world.user("late").await;
    let first = shop.buy(&late, product, 5_000).await;
    shop.update(&late, &first, "cancel").await.ok();
    let second = shop.buy(&late, product, 5_000).await;
    shop.pay(&second).await.ok();
    shop.until_paid(&late, &second).await;
    shop.pay_late(&first["payment"]["transactionId"]).await.ok();
    let ended = shop.until(&late, &first, "error", |order| order["status"] == "error").await;
    let delivery = &ended["lines"][0]["delivery"];
    assert_eq!((&delivery["status"], &delivery["failureCode"]), (&json!("repair"), &json!("share_used")));
    assert_eq!(taken(shop, sale).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn three_unpaid_orders_are_enough_and_the_refusal_names_them() {
    let shop = Shop::with(|settings| settings.open_orders_per_person = 3).await;
    let mali = shop.world.user("mali").await;
    let product = shop.product(4_900).await;
    let (one, other) = (shop.buy(&mali, product, 4_900).await, shop.buy(&mali, product, 4_900).await);
    // If two more arrive at once, only one of them is the third.
    let (third, fourth) = tokio::join!(shop.order(&mali, product, 4_900), shop.order(&mali, product, 4_900));
    let (third, fourth) = if third.status == 201 { (third, fourth) } else { (fourth, third) };
    let refused = fourth.refused(409, "open_orders_limit");
    let named: Vec<_> = refused["orders"].as_array().unwrap().iter().map(|order| order["number"].clone()).collect();
    assert_eq!(named, [third.body["number"].clone(), other["number"].clone(), one["number"].clone()]);
    assert_eq!((&refused["params"]["limit"], &refused["orders"][0]["channel"]), (&json!(3), &json!("promptpay")));
    // Another account of the same person has no room either, and is not told which orders these are.
    let again = shop.world.user("again").await;
    shop.verify_email(&mali, "mali@lime.example").await;
    shop.verify_email(&again, "mali+shop@lime.example").await;
    let refused = shop.order(&again, product, 4_900).await.refused(409, "open_orders_limit");
    assert_eq!(refused["orders"], json!([]));
    shop.update(&mali, &one, "cancel").await.ok();
    let next = shop.buy(&mali, product, 4_900).await;
    shop.pay(&next).await.ok();
    shop.until_paid(&mali, &next).await;
    shop.buy(&mali, product, 4_900).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_ends_with_its_code_and_late_money_or_a_new_code_takes_it_again() {
    let shop = Shop::open().await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let stock = "select stock::bigint from shop.products where stock is not null";
    let product = shop.counted(4_900, 1).await;
    let order = shop.buy(&mali, product, 4_900).await;
    // Until the provider confirms that nobody can pay any more, nothing is released.
    shop.fault(json!({"kind": "opn_down"})).await;
    shop.wait(601).await;
    assert_eq!((shop.count(stock).await, &shop.read(&mali, &order).await["status"]), (0, &json!("pending")));
    shop.no_faults().await;
    shop.world.advance(std::time::Duration::from_secs(20)).await;
    let let_go = async || {
        shop.world.run_task("orders.let_go").await;
        (shop.count(stock).await == 1).then_some(())
    };
    shop.world.until("the piece is given back", let_go).await;
    assert_eq!(shop.charges(&order).await[0]["status"], "expired", "at the provider first");

    // A closed channel issues no new code.
    let open = async |open: bool| {
        let sql = "update shop.payment_channels set open = $1 where code = 'promptpay'";
        sqlx::query(sql).bind(open).execute(&shop.world.app.db).await.unwrap();
    };
    open(false).await;
    let refused = shop.update(&mali, &order, "new_code").await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_closed");
    open(true).await;
    let theirs = shop.buy(&chai, product, 4_900).await;
    shop.update(&mali, &order, "new_code").await.refused(409, "product_sold_out");
    shop.update(&chai, &theirs, "cancel").await.ok();
    // Late money for an unpaid order without its pieces: they are reserved again, once.
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!((shop.count(stock).await, shop.count("select count(*) from shop.holds where state = 'used'").await), (0, 1));
    assert_eq!(shop.world.audit().await, []);
}

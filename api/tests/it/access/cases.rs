//! The table: each call, who may make it, and what happens to whoever names somebody else's things.

use manao_api::access::Who;
use manao_api::features::inbox::{self, Message, Stream};
use manao_api::text::Text;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::profile::pictures::{png, send};
use crate::support::{Client, World};

pub struct Case {
    pub method: &'static str,
    pub path: &'static str,
    pub who: Who,
    /// May name the owner's things
    pub body: fn(&Things) -> Value,
    pub theirs: Theirs,
}

pub enum Theirs {
    /// Names nothing of anybody's
    Nobody,
    /// Names the owner's; from anybody else that is as if it were not there
    Refused(u16, &'static str),
    /// The same, but the staff may
    ForStaffToo(u16, &'static str),
    /// Names the owner's; from anybody else nothing happens, quietly
    Untouched,
}

use Theirs::{ForStaffToo, Nobody, Refused, Untouched};
use Who::{Active, Anyone, Member, Operator, Public, Verified};

/// Things of the owner.
pub struct Things {
    owner: i64,
    pub order: String,
    pub transaction: String,
    pub line: i64,
    pub cart_item: i64,
    pub message: i64,
    notification: i64,
    pub document: String,
    pub session: Uuid,
    /// Somebody else, for the staff to suspend and restore
    bystander: i64,
    /// What nobody else's answer may contain
    pub secrets: Vec<String>,
}

impl Things {
    pub async fn of(world: &World, owner: &Client) -> Self {
        let order = world.order(owner, "free-fire-68", 1, Some("884210019")).await;
        let number = order["number"].as_str().unwrap().to_owned();
        owner
            .post("/cart/add", json!({"productId": world.product("rov-185").await, "quantity": 1, "playerId": "20394817"}))
            .await
            .ok();
        let one = async |sql: &'static str| -> i64 {
            sqlx::query_scalar(sql).bind(owner.user_id).fetch_one(&world.app.db).await.unwrap()
        };
        for stream in [Stream::Shop, Stream::Esports] {
            let (title, body) = (Text::new("Whisper-to-owner", "Whisper-to-owner"), Text::new("x", "x"));
            let mut change = world.app.change().await.unwrap();
            let message = Message { stream, kind: "private", title, body, href: None };
            inbox::write(&mut change, owner.user_id, &message).await.unwrap();
            change.commit().await.unwrap();
        }
        let form = [("kind", "id_card"), ("file_name", "Card-of-owner.png")];
        let document =
            send(owner, "/user/document/upload", &form, Some(&png(64, 40))).await.ok()["id"].as_str().unwrap().to_owned();
        let email: String = sqlx::query_scalar("select email::text from users where id = $1")
            .bind(owner.user_id)
            .fetch_one(&world.app.db)
            .await
            .unwrap();
        let session = world.session(owner.user_id).await.session_id;
        Self {
            owner: owner.user_id,
            transaction: sqlx::query_scalar(
                "select charge_id from payments join orders on orders.id = order_id where user_id = $1 and charge_id is not null",
            )
            .bind(owner.user_id)
            .fetch_one(&world.app.db)
            .await
            .unwrap(),
            line: one("select order_lines.id from order_lines join orders on orders.id = order_id where user_id = $1").await,
            cart_item: one("select id from cart_items where user_id = $1").await,
            message: one("select max(id) from inbox_messages where user_id = $1 and stream = 'shop'").await,
            notification: one("select max(id) from inbox_messages where user_id = $1 and stream = 'esports'").await,
            session,
            bystander: world.user("bystander").await.user_id,
            secrets: vec![number.clone(), email, session.to_string(), "Whisper-to-owner".to_owned(), "Card-of-owner".to_owned()],
            document,
            order: number,
        }
    }

    /// A rule's path with the owner's things in it.
    pub fn fill(&self, path: &str) -> String {
        let id = if path.starts_with("/user/document") { self.document.clone() } else { self.notification.to_string() };
        path.replace("{number}", &self.order)
            .replace("{userId}", &self.bystander.to_string())
            .replace("{id}", &id)
            .replace("{deliveryId}", "4711")
            .replace("{mobile}", "0811112222")
            .replace("{partner}", "nobody")
            .replace("{code}", "nothing")
            .replace("{dir}", "profile")
    }

    /// Whatever the others tried, the owner's things are as they were.
    pub async fn are_untouched(&self, world: &World) {
        let there: bool = sqlx::query_scalar(
            "select exists (select from orders where number = $1 and user_id = $5 and status = 'pending')
                and exists (select from cart_items where id = $2 and user_id = $5)
                and 2 = (select count(*) from inbox_messages where id in ($3, $6) and read_at is null and deleted_at is null)
                and exists (select from documents where id = $7::uuid)
                and exists (select from sessions where id = $4 and user_id = $5 and ended_at is null)",
        )
        .bind(&self.order)
        .bind(self.cart_item)
        .bind(self.message)
        .bind(self.session)
        .bind(self.owner)
        .bind(self.notification)
        .bind(&self.document)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
        assert!(there, "something of the owner's was changed by somebody else");
    }
}

fn nothing(_: &Things) -> Value {
    json!({})
}

fn number(things: &Things) -> Value {
    json!({"number": things.order})
}

const fn case(method: &'static str, path: &'static str, who: Who, body: fn(&Things) -> Value, theirs: Theirs) -> Case {
    Case { method, path, who, body, theirs }
}

pub const CASES: &[Case] = &[
    case("GET", "/openapi.json", Public, nothing, Nobody),
    case("GET", "/schema.graphql", Public, nothing, Nobody),
    // account
    case("GET", "/auth/login", Anyone, nothing, Nobody),
    case("POST", "/oauth/sessions", Anyone, nothing, Nobody),
    case("POST", "/oauth/refresh-token", Anyone, |_| json!({"refresh_token": "x"}), Nobody),
    case("POST", "/oauth/logout", Anyone, nothing, Nobody),
    case("POST", "/oauth/login-ais", Anyone, nothing, Nobody),
    case("POST", "/oauth/register-ais", Anyone, nothing, Nobody),
    case("POST", "/oauth/login-password", Anyone, nothing, Nobody),
    case("GET", "/user/me", Member, nothing, Nobody),
    case("GET", "/user/me-esport", Member, nothing, Nobody),
    case("GET", "/account/check", Member, nothing, Nobody),
    case("POST", "/account/continue", Member, |_| json!({"selectedUserId": 4_711}), Nobody),
    case("GET", "/account/sessions", Member, nothing, Nobody),
    case("POST", "/account/sessions/end", Member, |things| json!({"id": things.session}), Refused(404, "session_not_found")),
    // mail
    case("GET", "/account/mail", Member, nothing, Nobody),
    case("POST", "/account/mail", Member, |_| json!({"language": "th", "receipts": true, "orders": false}), Nobody),
    case("GET", "/mail/unsubscribe", Anyone, nothing, Nobody),
    case("POST", "/mail/unsubscribe", Anyone, nothing, Nobody),
    case("POST", "/account/verify-email", Active, |_| json!({"email": "nobody"}), Nobody),
    case("POST", "/account/confirm-email", Active, nothing, Nobody),
    // mobile numbers
    case("POST", "/send-OTP", Anyone, nothing, Nobody),
    case("POST", "/confirm-OTP", Anyone, nothing, Nobody),
    case("POST", "/account/verify-mobile-number", Active, nothing, Nobody),
    case("POST", "/account/confirm-mobile-number", Active, nothing, Nobody),
    case("POST", "/user/validate-mobile-mumber", Member, nothing, Nobody),
    case("POST", "/user/check-mobile-number", Member, nothing, Nobody),
    case("POST", "/get-network-type", Member, nothing, Nobody),
    case("POST", "/get-profile-type", Member, nothing, Nobody),
    case("POST", "/credit-limit/check-credit-balance", Member, nothing, Nobody),
    case("GET", "/kyc/check-kyc-mobile-number/{mobile}", Member, nothing, Nobody),
    case("GET", "/kyc/check-user-kyc", Member, nothing, Nobody),
    case("POST", "/kyc/get-otp", Active, nothing, Nobody),
    case("POST", "/kyc/confirm-otp", Active, nothing, Nobody),
    // catalogue
    case("POST", "/home", Public, nothing, Nobody),
    case("POST", "/product", Public, nothing, Nobody),
    case("POST", "/shelf-bases", Public, nothing, Nobody),
    case("POST", "/banner-in-page", Public, nothing, Nobody),
    case("POST", "/app-config", Public, nothing, Nobody),
    case("POST", "/flash-sale", Public, nothing, Nobody),
    case("POST", "/promotion", Public, nothing, Nobody),
    case("POST", "/faq", Public, nothing, Nobody),
    case("POST", "/maintenance", Public, nothing, Nobody),
    case("POST", "/game-review", Public, nothing, Nobody),
    // cart
    case("GET", "/cart/get-my-cart", Member, nothing, Nobody),
    case("POST", "/cart/add", Active, nothing, Nobody),
    case(
        "POST",
        "/cart/update-qunity",
        Active,
        |things| json!({"itemId": things.cart_item, "quantity": 1}),
        Refused(404, "cart_item_not_found"),
    ),
    case("POST", "/cart/delete", Active, |things| json!({"itemId": things.cart_item}), Untouched),
    case("POST", "/cart/create", Active, nothing, Nobody),
    // partners
    case("POST", "/topup/get-list-server-by", Public, nothing, Nobody),
    case("POST", "/topup/validate-user", Anyone, nothing, Nobody),
    case("POST", "/voucher/check-stock", Public, nothing, Nobody),
    // payments
    case("POST", "/payment/get-payment-channel-by", Member, nothing, Nobody),
    case("POST", "/payment/get-bank-by", Public, nothing, Nobody),
    case("POST", "/payment-avaliable/check-payment-avaliable", Public, nothing, Nobody),
    case("POST", "/rule/check-rule", Member, nothing, Nobody),
    // orders
    case("POST", "/purchase/create-order", Verified, nothing, Nobody),
    case("POST", "/purchase/get-my-purchase", Member, nothing, Nobody),
    case("POST", "/purchase/get-by-id", Member, number, Refused(404, "order_not_found")),
    case(
        "POST",
        "/purchase/get-by-transaction-id",
        Member,
        |things| json!({"transactionId": things.transaction}),
        Refused(404, "order_not_found"),
    ),
    case("POST", "/purchase/check-order", Member, number, Refused(404, "order_not_found")),
    case("POST", "/purchase/check-order-timeout", Member, number, Refused(404, "order_not_found")),
    case(
        "POST",
        "/purchase/update-order-status",
        Active,
        |things| json!({"number": things.order, "action": "cancel"}),
        Refused(404, "order_not_found"),
    ),
    case(
        "POST",
        "/purchase/reveal-code",
        Member,
        |things| json!({"number": things.order, "lineId": things.line}),
        Refused(404, "order_not_found"),
    ),
    case("GET", "/purchase/receipt/{number}", Member, nothing, Refused(404, "order_not_found")),
    case(
        "POST",
        "/order-confirm",
        Active,
        |things| json!({"number": things.order, "code": "123456"}),
        Refused(404, "order_not_found"),
    ),
    case("POST", "/webhooks/opn", Anyone, nothing, Nobody),
    case("POST", "/webhooks/telecom", Anyone, nothing, Nobody),
    case("POST", "/webhooks/partners/{partner}", Anyone, nothing, Nobody),
    // inbox
    case("POST", "/user-notification/get-my-inbox", Member, nothing, Nobody),
    case("POST", "/user-notification/check-unread-inbox", Member, nothing, Nobody),
    case(
        "POST",
        "/user-notification/read-inbox",
        Member,
        |things| json!({"id": things.message}),
        Refused(404, "inbox_message_not_found"),
    ),
    case(
        "POST",
        "/user-notification/delete-inbox",
        Member,
        |things| json!({"ids": [things.message]}),
        Refused(404, "inbox_message_not_found"),
    ),
    case("POST", "/user-notification/mark-all-as-read", Member, nothing, Nobody),
    case("GET", "/notification/get", Member, nothing, Nobody),
    case("GET", "/notification/get/", Member, nothing, Nobody),
    case("POST", "/notification/read/notification/{id}", Member, nothing, Refused(404, "inbox_message_not_found")),
    case("POST", "/notification/read/all", Member, nothing, Nobody),
    // coupons
    case("POST", "/user-coupon/get-my-coupon", Member, nothing, Nobody),
    case("POST", "/coupon/redeem-coupon", Active, nothing, Nobody),
    case("POST", "/coupon/check-coupon", Member, nothing, Nobody),
    // favourites and log
    case("GET", "/user-favorite/get-by", Member, nothing, Nobody),
    case("POST", "/user-favorite/add", Active, nothing, Nobody),
    case("POST", "/user-favorite/delete", Active, nothing, Nobody),
    case("POST", "/user/get-game-id", Member, nothing, Nobody),
    case("POST", "/user-log/revision", Member, nothing, Nobody),
    // files
    case("POST", "/utils/upload/{dir}/", Active, nothing, Nobody),
    // profile
    case("GET", "/user/profile/get", Member, nothing, Nobody),
    case("POST", "/user/edit-profile", Active, nothing, Nobody),
    case("GET", "/profile/get-profile-by-id/{userId}", Member, nothing, Nobody),
    case("POST", "/user/change-password", Active, nothing, Nobody),
    case("POST", "/user/document/upload", Active, nothing, Nobody),
    case("GET", "/user/document/view/{id}", Member, nothing, ForStaffToo(404, "document_not_found")),
    case("POST", "/user/document/delete", Active, |things| json!({"id": things.document}), Refused(404, "document_not_found")),
    case("GET", "/organization/type/list/get", Member, nothing, Nobody),
    case("GET", "/organization/list/get", Member, nothing, Nobody),
    // operator
    case("POST", "/operator/users/{userId}/suspend", Operator, |_| json!({"reason": "Table"}), Nobody),
    case("POST", "/operator/users/{userId}/restore", Operator, nothing, Nobody),
    case("POST", "/operator/payment-channels/{code}", Operator, nothing, Nobody),
    case("GET", "/operator/repairs", Operator, nothing, Nobody),
    case("POST", "/operator/repairs/{deliveryId}", Operator, nothing, Nobody),
    case("GET", "/operator/unmatched-charges", Operator, nothing, Nobody),
    case("POST", "/operator/unmatched-charges/{id}", Operator, nothing, Nobody),
    case("GET", "/operator/refunds", Operator, nothing, Nobody),
    case("POST", "/operator/refunds/{key}", Operator, nothing, Nobody),
];

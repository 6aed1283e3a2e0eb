//! From the provider's webhook to the open page: payments one after another on the whole shop, as it is delivered.
//!
//! The provider posts to our relay, which notes the time and passes the webhook on. The clock stops when the page's socket has the event that
//! says "captured". In between lie the signature's check, the stored event, the confirmation by the provider, the books, the outbox and the
//! hub.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use clap::Args;
use hdrhistogram::Histogram;
use serde_json::{Value, json};

use crate::hub::wire::Wire;
use crate::report;
use crate::shop::{Member, Shop, address};

/// Purchases of one member; then the next one buys.
const EACH: usize = 20;
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Args)]
pub struct Options {
    /// Payments to measure.
    #[arg(long, default_value_t = 1000)]
    payments: usize,
    /// Where the results go.
    #[arg(long, default_value = "bench/RESULTS.md")]
    results: PathBuf,
}

/// Time of the last webhook about a finished charge.
#[derive(Clone)]
struct Relay {
    received: Arc<Mutex<Option<Instant>>>,
    http: reqwest::Client,
    shop: Arc<Mutex<String>>,
}

impl Relay {
    fn taken(&self) -> Option<Instant> {
        self.received.lock().ok()?.take()
    }
}

pub fn run(options: &Options) -> Result<()> {
    let machine = report::machine();
    let body = tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure(options, &machine))?;
    println!("{body}");
    report::replace(&options.results, "webhook", "Webhook to page", &body)
}

async fn measure(options: &Options, machine: &str) -> Result<String> {
    let relay = Relay { received: Arc::default(), http: reqwest::Client::new(), shop: Arc::default() };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let webhooks = format!("http://{}/webhooks", listener.local_addr()?);
    let router = Router::new().route("/webhooks", post(pass_on)).with_state(relay.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let shop = Shop::start(None, Some(webhooks)).await?;
    if let Ok(mut url) = relay.shop.lock() {
        url.clone_from(&shop.url);
    }
    let query = json!({"query": "{ game(id: \"rov\") { products { id sku priceSatang } } }"});
    let game = shop.post("/product", None, &query).await?;
    let products = game["data"]["game"]["products"].as_array().context("no products")?;
    let product = products.iter().find(|product| product["sku"] == "rov-185").context("no such product")?;

    let mut times = Histogram::<u64>::new(3)?;
    let mut member = shop.sign_in(0).await?;
    for number in 0..options.payments {
        if number % EACH == 0 {
            member = shop.sign_in(number / EACH).await?;
        }
        let took = tokio::time::timeout(PATIENCE, payment(&shop, &relay, &member, product)).await;
        let took = took.with_context(|| format!("payment {number} is not told"))??;
        times.record(u64::try_from(took.as_micros())?)?;
        if number % 100 == 99 {
            eprintln!("{} payments, p50 so far {:.1} ms", number + 1, times.value_at_quantile(0.5) as f64 / 1e3);
        }
    }
    let ms = |quantile: f64| times.value_at_quantile(quantile) as f64 / 1e3;
    let mut body = format!("{machine}\n\n`{}`\n\n", report::command());
    writeln!(
        body,
        "{} PromptPay payments one after another, all programs and the embedded database on this machine. From the provider's webhook at our door to \
         \"captured\" at the page's socket, through a relay that adds one hop; the shop asks the provider about the charge in between.\n",
        options.payments
    )?;
    writeln!(body, "| | p50 | p90 | p99 | max | goal |\n| --- | --- | --- | --- | --- | --- |")?;
    writeln!(
        body,
        "| webhook received → page told, ms | {:.1} | {:.1} | {:.1} | {:.1} | p99 < 50 |",
        ms(0.5),
        ms(0.9),
        ms(0.99),
        times.max() as f64 / 1e3
    )?;
    Ok(body)
}

/// Makes one purchase. Returns how long the page waited after the webhook.
async fn payment(shop: &Shop, relay: &Relay, member: &Member, product: &Value) -> Result<Duration> {
    let request = json!({
        "direct": {"productId": product["id"], "quantity": 1, "playerId": "20394817"},
        "channel": "promptpay",
        "expectedTotalSatang": product["priceSatang"],
        "again": true,
    });
    let order = shop.post("/purchase/create-order", Some(member), &request).await?;
    let payload = order["payment"]["qrPayload"].as_str().context("no code to pay")?;
    let mut page = Wire::open(address(&shop.url)?, "/ws").await?;
    page.send(&json!({"type": "hello", "token": member.token}).to_string()).await?;
    let join = json!({"type": "subscribe", "topic": order["live"]["topic"], "grant": order["live"]["grant"]});
    page.send(&join.to_string()).await?;
    page.expect("\"subscribed\"").await?;
    relay.taken();
    shop.sandbox("/phone/pay", &json!({ "payload": payload })).await?;

    // The delivery is waited for too, so that the next payment finds an idle shop.
    let (mut told, mut completed) = (None, false);
    while told.is_none() || !completed {
        page.read(|frame| {
            let frame = std::str::from_utf8(frame)?;
            if frame.contains("\"captured\"") && told.is_none() {
                told = Some(Instant::now());
            }
            completed |= frame.contains("\"status\":\"completed\"");
            Ok(())
        })
        .await?;
    }
    let received = relay.taken().context("the page was told before the webhook came")?;
    Ok(told.map(|told| told - received).unwrap_or_default())
}

async fn pass_on(State(relay): State<Relay>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let event: Value = serde_json::from_slice(&body).unwrap_or_default();
    let shop = relay.shop.lock().map(|url| url.clone()).unwrap_or_default();
    let mut request = relay.http.post(format!("{shop}/api/webhooks/opn")).body(body);
    for (name, value) in &headers {
        if name.as_str().starts_with("omise-") || name == "content-type" {
            request = request.header(name, value);
        }
    }
    if event["key"] == "charge.complete"
        && let Ok(mut received) = relay.received.lock()
    {
        *received = Some(Instant::now());
    }
    let answer = request.send().await.map(|answer| answer.status().as_u16());
    answer.ok().and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::BAD_GATEWAY)
}

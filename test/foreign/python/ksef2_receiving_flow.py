"""ksef2 reads what KSeF has stored for a buyer: metadata, invoices, and encrypted packages."""

from datetime import datetime

from ksef2 import Client, Environment
from ksef2.models import InvoiceMetadataParams, InvoicesFilter
from steps import QUESTION, step

# It knows the government's addresses alone.
Environment.TEST._value_ = QUESTION["url"]
begin, middle = (datetime.fromisoformat(QUESTION[name]) for name in ("from", "middle"))
client = Client(Environment.TEST)


def signed_in(who):
    its = QUESTION[who]
    return client.authentication.with_token(ksef_token=its["token"], nip=its["nip"], poll_interval=0.1)


buyer = step("sign in as the buyer", lambda: signed_in("buyer"))
invoices = buyer.invoices
pages = InvoiceMetadataParams(page_size=10, sort_order="asc")


def stored(since, until=None, role="buyer"):
    """What is stored for the company since a time, as the documentation advises to ask."""
    period = {"date_from": since} | ({} if until is None else {"date_to": until})
    return InvoicesFilter(
        role=role, date_type="permanent_storage", restrict_to_permanent_storage_hwm_date=True, **period
    )


def numbers(filters):
    return [each.invoice_number for each in invoices.search(filters, pages)]


step("pages", lambda: [len(each.invoices) for each in invoices.search(stored(begin), pages).responses()])
found = step("as the buyer", lambda: list(invoices.search(stored(begin), pages)))
step("their numbers", lambda: [each.invoice_number for each in found])
step("in the order of storage", lambda: found == sorted(found, key=lambda each: each.permanent_storage_date))
first = found[0]
step("metadata of the first", lambda: first.model_dump(mode="json"))
response = step("with the high-water mark", lambda: invoices.search(stored(begin), pages).first_response())
mark = response.permanent_storage_hwm_date
step("the mark is after the last", lambda: mark > found[-1].permanent_storage_date)
step("since the mark", lambda: numbers(stored(mark)))
older = step("of an older period", lambda: invoices.search(stored(begin, middle), pages).first_response())
step("its numbers", lambda: [each.invoice_number for each in older.invoices])
step("its mark is its end", lambda: older.permanent_storage_hwm_date == middle)
third = step("as a third party", lambda: list(invoices.search(stored(begin, role="third_subject"), pages)))
step("the role", lambda: [[party.role, party.identifier.value] for each in third for party in each.third_subjects])
step("as a seller", lambda: numbers(stored(begin, role="seller")))

step("download", lambda: invoices.download(first.ksef_number).decode())
step("download by a third party", lambda: len(invoices.download(third[0].ksef_number)) > 1000)

job = step("begin a package", lambda: invoices.export(stored(begin)))
saved = job.resume_state().to_json()
package = step("the package", lambda: invoices.export(state=saved).wait(timeout=20, poll_interval=0.05))
step("its count", lambda: package.package.invoice_count)
step("its parts", lambda: len(package.package.parts) > 1)
step("it is cut", lambda: package.package.is_truncated)
step("its metadata", lambda: package.metadata == found[: len(package.metadata)])
packed = step("names in it", lambda: [name for name, _ in package.invoices()])
step("its invoices", lambda: packed == [each.ksef_number for each in package.metadata])
step("its first invoice", lambda: next(package.invoices())[1].decode())
last = package.package.last_permanent_storage_date
step("it ends with the last", lambda: last == package.metadata[-1].permanent_storage_date)
rest = step("the rest", lambda: invoices.export(stored(last)).wait(timeout=20, poll_interval=0.05))
step("it is complete", lambda: not rest.package.is_truncated)
step("its numbers again", lambda: [each.invoice_number for each in rest.metadata])
step("it has a mark", lambda: rest.package.permanent_storage_hwm_date >= mark)
alone = step(
    "metadata alone",
    lambda: invoices.export(stored(last), only_metadata=True).wait(timeout=20, poll_interval=0.05),
)
step("no invoices", lambda: [alone.metadata == rest.metadata, len(list(alone.invoices()))])
empty = step("an empty package", lambda: invoices.export(stored(mark)).wait(timeout=20, poll_interval=0.05))
step("nothing in it", lambda: [empty.package.invoice_count, empty.metadata, list(empty.invoices())])

stranger = step("sign in as another", lambda: signed_in("stranger"))
step("download by another", lambda: stranger.invoices.download(first.ksef_number))
step("the package of the buyer", lambda: stranger.invoices.export(state=saved).get_status())
sender = step("sign in without the permission", lambda: signed_in("sender"))
step("metadata without it", lambda: sender.invoices.search(stored(begin), pages).first_response())

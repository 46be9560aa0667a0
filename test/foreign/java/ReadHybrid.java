import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mustangproject.Invoice;
import org.mustangproject.ZUGFeRD.ZUGFeRDImporter;
import org.mustangproject.ZUGFeRD.ZUGFeRDInvoiceImporter;
import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * Mustang reads the hybrid invoices that standard input lists, in JSON, and judges them. It
 * computes the amounts itself, and throws where they differ. A line per file:
 * {"file", "xml", "number", "lines", "isValid", "failed"}.
 */
public class ReadHybrid {
    public static void main(String[] args) throws Exception {
        String question = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        // The paths are those of a temporary folder, without characters that JSON escapes.
        Matcher paths = Pattern.compile("\"([^\"]+)\"").matcher(question);
        while (paths.find()) System.out.println(read(paths.group(1)));
    }

    private static String read(String file) throws Exception {
        byte[] xml = new ZUGFeRDImporter(file).getRawXML();
        Invoice invoice = new ZUGFeRDInvoiceImporter(file).extractInvoice();
        ZUGFeRDValidator validator = new ZUGFeRDValidator();
        String report = validator.validate(file);
        TreeSet<String> failed = new TreeSet<>();
        Matcher errors = Pattern.compile("<error [^>]*>[^<]*?\\[ID ([\\w-]+)\\]").matcher(report);
        while (errors.find()) failed.add("\"" + errors.group(1) + "\"");
        return String.format(
                "{\"file\": \"%s\", \"xml\": \"%s\", \"number\": \"%s\", \"lines\": %d, \"isValid\": %b, \"failed\": [%s]}",
                file,
                Base64.getEncoder().encodeToString(xml),
                invoice.getNumber(),
                invoice.getZFItems().length,
                validator.wasCompletelyValid(),
                String.join(", ", failed));
    }
}
